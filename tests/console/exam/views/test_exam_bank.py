import pytest
from django.urls import reverse

from annotator.exam.selectors.bank import mark_of
from annotator.exam.services.making import set_truth
from annotator.models import Seat
from moments.models import LedgerEntry
from tests.console.exam.scenes import drafted, exam_campaign, frozen, opened, taken_by
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return exam_campaign()


@pytest.fixture
def gold(campaign):
    return drafted(campaign, truth_kind="gold")


def fields_of(*items, **written: object) -> dict[str, str]:
    """The form as the page shows it, with what was written in it."""
    fields = {}
    for item in items:
        number = item.pair.number
        fields |= {
            f"seen-{number}": mark_of(item.truth, item.explanation),
            f"truth-{number}": "" if item.truth is None else str(item.truth),
            f"explanation-{number}": item.explanation,
        }
    return fields | {name.replace("_", "-"): str(value) for name, value in written.items()}


def save(client, exam, fields):
    return client.post(reverse("exam-save", args=["camp", exam.number]), fields, follow=True)


def items_of(exam):
    return list(exam.items.select_related("pair").order_by("pair__number"))


def text_of(response) -> str:
    return response.content.decode()


def test_truth_and_explanation_of_a_page_are_saved_at_once(client, gold):
    first, second, *_ = items_of(gold)
    pseudonym = sign_in_lead(client, gold.campaign)
    written = {"truth_1": 3, "explanation_1": "The hands.\r\nLook <b>twice", "truth_2": 0}
    answer = save(client, gold, fields_of(first, second, **written))
    assert "2 pairs saved" in text_of(answer)
    assert "Look &lt;b&gt;twice" in text_of(answer)
    assert [(item.truth, item.explanation) for item in items_of(gold)[:2]] == [
        (3, "The hands.\nLook <b>twice"),
        (0, ""),
    ]
    assert set(LedgerEntry.objects.filter(kind="exam_item_set").values_list("actor", flat=True)) == {pseudonym}
    assert "There are no changes" in text_of(save(client, gold, fields_of(*items_of(gold))))


def test_another_leads_change_is_not_overwritten_unseen(client, gold):
    first, second, *_ = items_of(gold)
    sign_in_lead(client, gold.campaign)
    mine = fields_of(first, second, truth_1=3, explanation_1="mine", truth_2=2)
    set_truth(item=first, truth=1, explanation="theirs", now=NOW, actor="another")
    answer = save(client, gold, mine)
    assert answer.status_code == 409
    assert "somebody else has just changed pair 1" in text_of(answer)
    assert ">mine</textarea>" in text_of(answer)
    assert [(item.truth, item.explanation) for item in items_of(gold)[:2]] == [(1, "theirs"), (None, "")]
    rows = {row.item.pair.number: row for row in answer.context["rows"]}
    again = mine | {f"seen-{number}": row.seen for number, row in rows.items()}
    save(client, gold, again)
    assert [(item.truth, item.explanation) for item in items_of(gold)[:2]] == [(3, "mine"), (2, "")]


def test_what_was_left_as_shown_does_not_undo_anothers_change(client, gold):
    first, second, *_ = items_of(gold)
    sign_in_lead(client, gold.campaign)
    mine = fields_of(first, second, truth_2=2)
    set_truth(item=first, truth=1, now=NOW, actor="another")
    assert "1 pair saved" in text_of(save(client, gold, mine))
    assert [item.truth for item in items_of(gold)[:2]] == [1, 2]


def test_opening_with_truth_for_half_is_refused_with_how_many_are_missing(client, gold):
    sign_in_lead(client, gold.campaign)
    save(client, gold, fields_of(*items_of(gold), truth_1=3, truth_2=0))
    answer = client.post(reverse("exam-open", args=["camp", 1]), follow=True)
    assert "No changes were made: the truth is missing for 2 of 4 pairs" in text_of(answer)
    save(client, gold, fields_of(*items_of(gold), truth_3=1, truth_4=2))
    client.post(reverse("exam-open", args=["camp", 1]))
    gold.refresh_from_db()
    assert gold.state == "frozen"


def test_the_truth_stays_once_people_are_graded_and_the_explanation_does_not(client, campaign):
    exam, _ = frozen(campaign, [4, 3, 2, 1], [4, 3, 2, 1])
    first, *_ = items_of(exam)
    sign_in_lead(client, campaign)
    answer = save(client, exam, fields_of(first, truth_1=0))
    assert answer.status_code == 409
    assert "The page was not saved: pair 1, truth: " in text_of(answer)
    assert "1 pair saved" in text_of(save(client, exam, fields_of(first, explanation_1="Whole and long.")))
    assert (items_of(exam)[0].truth, items_of(exam)[0].explanation) == (4, "Whole and long.")


@pytest.mark.parametrize(
    ("written", "status", "word"),
    [
        ({"truth_1": 7}, 400, ""),
        ({"truth_1": "x"}, 400, ""),
        ({"explanation_1": "x" * 4001}, 409, "pair 1, explanation: expected at most"),
        ({"seen_99": "0", "truth_99": "3"}, 409, "pair 99 is not in the exam"),
    ],
)
def test_bad_entries_save_nothing(client, gold, written, status, word):
    sign_in_lead(client, gold.campaign)
    answer = save(client, gold, fields_of(*items_of(gold), truth_2=3, **written))
    assert answer.status_code == status
    assert word in text_of(answer)
    assert [item.truth for item in items_of(gold)] == [None] * 4


def test_a_pair_is_dropped_for_a_reason_and_its_seats_with_it(client, campaign):
    exam = opened(campaign)
    taken_by(campaign, [4, 3, 2, 1])
    sign_in_lead(client, campaign)
    page = text_of(client.get("/c/camp/exam/", {"show": "bank"}))
    assert "the answers that 1 person gave to it no longer count" in page
    drop = reverse("exam-drop", args=["camp", 1, 2])
    assert "give a reason" in text_of(client.post(drop, {}, follow=True))
    assert "Pair 2 is dropped from the exam" in text_of(client.post(drop, {"reason": "two films"}, follow=True))
    assert "was already dropped from the exam" in text_of(client.post(drop, {"reason": "two films"}, follow=True))
    assert [item.dropped for item in items_of(exam)] == [False, True, False, False]
    assert LedgerEntry.objects.filter(kind="exam_item_dropped").count() == 1
    assert Seat.objects.filter(sitting__exam=exam).count() == 4  # scored ones stay stored


def test_a_doubt_is_marked_and_taken_away_and_two_clicks_are_one(client, gold):
    sign_in_lead(client, gold.campaign)
    doubt = reverse("exam-doubtful", args=["camp", 1, 1])
    for mark, expected in (("yes", True), ("yes", True), ("no", False)):
        client.post(doubt, {"doubtful": mark})
        assert items_of(gold)[0].doubtful is expected
    assert LedgerEntry.objects.filter(kind="exam_item_set").count() == 2
    assert client.post(doubt, {"doubtful": "perhaps"}).status_code == 400
    assert client.post(reverse("exam-doubtful", args=["camp", 1, 99]), {"doubtful": "yes"}).status_code == 404
    back = client.post(doubt, {"doubtful": "yes", "back": "report"})
    assert back["Location"] == "/c/camp/exam/report/?exam=1#pair-1"
    fragment = client.post(doubt, {"doubtful": "no"}, headers={"HX-Request": "true"})
    assert text_of(fragment).count("<form") == 1


@pytest.mark.parametrize("name", ["exam-save", "exam-drop", "exam-doubtful", "exam-open"])
def test_outsiders_change_nothing(client, gold, name):
    where = ["camp", 1, 1] if name in ("exam-drop", "exam-doubtful") else ["camp", 1]
    assert refusals(client, gold.campaign, reverse(name, args=where), "post") == REFUSED

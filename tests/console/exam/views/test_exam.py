import pytest
from django.urls import reverse

from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import set_truth
from annotator.exam.services.sittings import begin_sitting
from annotator.exam.settings import Bar
from annotator.models import Exam, Sitting
from moments.models import Clip, LedgerEntry
from tests.console.exam.scenes import answer_all, drafted, exam_campaign, frozen, opened, taken_by
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, claim, make_member, submit

pytestmark = pytest.mark.django_db
PAGE = "/c/camp/exam/"


@pytest.fixture
def campaign():
    return exam_campaign()


def text_of(response) -> str:
    return response.content.decode()


def step(client, exam, name: str, **body):
    """Post a step; the page that comes of it."""
    return text_of(client.post(reverse(name, args=["camp", exam.number]), body, follow=True))


def test_a_campaign_without_an_exam_shows_how_to_make_one(client, campaign):
    sign_in_lead(client, campaign)
    assert "The campaign has no exam" in text_of(client.get(PAGE))
    assert client.get(PAGE, {"exam": "1"}).status_code == 404


def test_a_draft_says_what_opening_does_and_opens(client, campaign):
    exam = drafted(campaign)
    make_member(campaign, standing="training")
    pseudonym = sign_in_lead(client, campaign)
    assert "people in training (1 now) can start it" in text_of(client.get(PAGE))
    assert "is open. People in training can start it" in step(client, exam, "exam-open")
    exam.refresh_from_db()
    assert exam.state == "open"
    assert LedgerEntry.objects.get(kind="exam_opened").actor == pseudonym


@pytest.mark.parametrize(("truth_kind", "badge"), [("gold", "open"), ("cohort", "open, truth frozen")])
def test_an_exam_that_people_may_begin_is_called_open(client, campaign, truth_kind, badge):
    exam = drafted(campaign, truth_kind=truth_kind)
    for item in exam.items.all() if truth_kind == "gold" else ():
        set_truth(item=item, truth=3, explanation="", now=NOW, actor="lead")
    open_exam(exam=exam, now=NOW, actor="lead")
    Exam.objects.update(state="frozen", frozen_at=NOW)
    sign_in_lead(client, campaign)
    for name in ("exam", "exam-report"):
        page = text_of(client.get(reverse(name, args=["camp"])))
        assert f'<span class="tag tag-exam-frozen">{badge}</span>' in page
    second = drafted(campaign)
    assert f"exam {exam.number} is {badge}; close it first" in step(client, second, "exam-open")


def test_opening_without_clips_is_refused_in_words(client, campaign):
    exam = drafted(campaign)
    Clip.objects.filter(pk=Clip.objects.first().pk).update(state="failed", reason="broken file")
    sign_in_lead(client, campaign)
    page = text_of(client.get(PAGE, {"show": "bank"}))
    assert "1 of the 4 pairs has no clip" in page
    assert "broken file" in page
    assert "No changes were made: 1 of the 4 pairs has no clip; run cut_clips first" in step(client, exam, "exam-open")


def test_a_second_exam_waits_for_the_first_to_close(client, campaign):
    first, second = opened(campaign), drafted(campaign)
    sign_in_lead(client, campaign)
    assert "Only one exam can be open at a time. Close exam 1" in text_of(client.get(PAGE, {"exam": second.number}))
    assert "close it first, because only one exam can run at a time" in step(client, second, "exam-open")
    assert "Exam 1" in text_of(client.get(PAGE))  # without a number, the one that runs
    assert first.number == 1


def test_freezing_too_early_is_refused_with_how_many_are_wanting(client, campaign):
    exam = opened(campaign, takers_to_freeze=2)
    taken_by(campaign, [4, 3, 2, 1])
    sign_in_lead(client, campaign)
    assert "<strong>1 of 2</strong> people have finished their first answers" in text_of(client.get(PAGE))
    assert "No changes were made: 1 of 2 people have finished" in step(client, exam, "exam-freeze")
    exam.refresh_from_db()
    assert exam.state == "open"


def test_freezing_makes_the_medians_the_truth(client, campaign):
    exam = opened(campaign, takers_to_freeze=2)
    taken_by(campaign, [4, 3, 2, 0])
    taken_by(campaign, [4, 2, 2, 4])
    sign_in_lead(client, campaign)
    assert "The truth of exam 1 is frozen" in step(client, exam, "exam-freeze")
    assert list(exam.items.order_by("pair__rank").values_list("truth", flat=True)) == [4, 3, 2, 2]
    assert "No changes were made: exam 1 is frozen" in step(client, exam, "exam-freeze")


def test_the_people_stand_with_phase_and_progress(client, campaign):
    _, (early, _, _) = frozen(campaign, [4, 3, 2, 0], [4, 3, 2, 4], [4, 3, 2, 4])
    late = make_member(campaign, standing="training")
    begin_sitting(member=late, now=NOW)
    sign_in_lead(client, campaign)
    page = text_of(client.get(PAGE))
    assert "4 / 4" in page
    assert "0 / 4" in page
    assert "scoring misses again" in page
    assert early.user.username in page
    counts = client.get(PAGE).context["phases"]
    assert (counts.first, counts.relabel, counts.passed) == (1, 1, 2)


def test_closing_what_changed_since_the_page_was_read_is_refused(client, campaign):
    exam = drafted(campaign)
    sign_in_lead(client, campaign)
    step(client, exam, "exam-open")
    assert "exam 1 is now open" in step(client, exam, "exam-close", state="draft")
    assert Exam.objects.get().state == "open"
    assert "Exam 1 is closed" in step(client, exam, "exam-close", state="open")
    assert Exam.objects.get().state == "closed"


def test_a_draft_is_thrown_away(client, campaign):
    exam = drafted(campaign)
    sign_in_lead(client, campaign)
    assert "The draft of exam 1 is deleted" in step(client, exam, "exam-close", state="draft")
    assert not Exam.objects.exists()
    assert client.post(reverse("exam-open", args=["camp", 1])).status_code == 404


def test_who_failed_is_granted_one_more_sitting_by_two_clicks(client, campaign):
    exam, (failed, _, _) = frozen(campaign, [0, 0, 4, 4], [4, 4, 0, 0], [4, 4, 0, 0], bar=Bar(most_misalignment=0.5))
    sign_in_lead(client, campaign)
    assert "Grant another sitting" in text_of(client.get(PAGE))
    asked = {"person": failed.pseudonym, "granted": "0", "reason": "was ill"}
    assert f"{failed.pseudonym} can take the exam once more" in step(client, exam, "exam-grant", **asked)
    assert "has already been granted a sitting" in step(client, exam, "exam-grant", **asked)
    assert LedgerEntry.objects.filter(kind="exam_sitting_granted").count() == 1
    failed.refresh_from_db()
    begin_sitting(member=failed, now=NOW)
    assert answer_all(failed, [4, 4, 0, 0]) == 4
    assert Sitting.objects.get(member=failed, number=2).state == "passed"


def test_who_has_not_failed_is_granted_nothing(client, campaign):
    exam, (passed, _) = frozen(campaign, [4, 3, 2, 1], [4, 3, 2, 1])
    sign_in_lead(client, campaign)
    assert "has not failed" in step(client, exam, "exam-grant", person=passed.pseudonym, granted="0")
    grant = reverse("exam-grant", args=["camp", 1])
    assert client.post(grant, {"person": "nobody", "granted": "0"}).status_code == 404
    assert client.post(grant, {"person": "a\0", "granted": "0"}).status_code == 400


@pytest.mark.parametrize("address", [PAGE, "/c/camp/exam/make/", "/c/camp/exam/report/", "/c/camp/exam/report/csv/"])
def test_outsiders_are_refused(client, campaign, address):
    drafted(campaign)
    assert refusals(client, campaign, address) == REFUSED


@pytest.mark.parametrize("shown", ["people", "bank"])
@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_rows(client, rows, shown, django_assert_num_queries):
    campaign = exam_campaign(pairs=rows + 1)
    frozen(campaign, *[[4, 3, 2, 1][: rows + 1]] * rows, depth=rows + 1)
    sign_in_lead(client, campaign)
    with django_assert_num_queries(21 if shown == "bank" else 20):
        client.get(PAGE, {"show": shown})


def test_who_is_held_up_by_a_parked_pair_is_shown_with_the_way_to_problems(client, campaign):
    exam = opened(campaign)
    member = make_member(campaign, standing="training")
    begin_sitting(member=member, now=NOW)
    sign_in_lead(client, campaign)
    campaign.pairs.filter(number=1).update(parked=True)
    assert "parked pair" not in text_of(client.get(PAGE))
    member.refresh_from_db()
    for seat in claim(member, 4):
        submit(member, seat, 3)
    shown = text_of(client.get(PAGE))
    assert "1 person cannot continue, because every pair they have left to answer has been reported" in shown
    assert '<a class="tag tag-parked" href="/c/camp/problems/">waiting for 1 pair on hold</a>' in shown
    exam.items.filter(pair__number=1).update(dropped=True)
    assert "parked pair" not in text_of(client.get(PAGE))


@pytest.mark.parametrize(
    ("bar", "without_bar"), [(Bar(), True), (Bar(most_misalignment=0.2), False), (Bar(least_kappa=0.4), False)]
)
def test_an_exam_without_a_bar_says_that_everybody_passes(client, campaign, bar, without_bar):
    exam = drafted(campaign, bar=bar)
    sign_in_lead(client, campaign)
    shown = text_of(client.get(PAGE))
    assert ("This exam has no bar." in shown) is without_bar
    assert ("delete this draft and create another" in shown) is without_bar
    open_exam(exam=exam, now=NOW, actor="test")
    shown = text_of(client.get(PAGE))
    assert ("This exam has no bar." in shown) is without_bar
    assert "delete this draft" not in shown

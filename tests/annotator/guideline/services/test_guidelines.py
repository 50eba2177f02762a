import pytest
from django.db import DatabaseError, connection, transaction

from annotator.desk.selectors.clips import visible_clip
from annotator.guideline.selectors.reading import shown_guideline
from annotator.guideline.services import (
    SavedMeanwhile,
    add_example,
    mark_guideline_read,
    remove_example,
    save_guideline,
)
from annotator.models import Guideline, GuidelineExample, GuidelineReading, Seat
from annotator.people.selectors.news import must_read_guideline
from consensus.models import BatchReview, Decision, Verdict
from consensus.review.services.reviewing import decide_batch
from moments.base.errors import BadInput
from moments.models import Clip, LedgerEntry, Pair
from moments.protocol import Protocol
from tests.factories import NOW, claim, make_campaign, make_member, make_query, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db


def save(campaign, text="Look twice.", *, renewed=True, seen=None, actor="lead"):
    return save_guideline(campaign=campaign, text=text, renewed=renewed, actor=actor, now=NOW, seen_version=seen)


def example(pair, relevance=3, note=""):
    return add_example(pair=pair, relevance=relevance, note=note, actor="lead", now=NOW)


@pytest.fixture
def decided():
    """A campaign whose first batch of two pairs is decided, and the next is not open."""
    campaign, members = opened_campaign(pairs=4, protocol=Protocol(batch_size=2, window=1))
    score_all(members, 3)
    settle(campaign)
    return campaign, members


def test_each_save_is_the_next_version_and_stands_in_the_ledger() -> None:
    campaign = make_campaign()
    assert [save(campaign).version, save(campaign, "Thrice.", renewed=False, seen=1).version] == [1, 2]
    assert list(Guideline.objects.order_by("version").values_list("text", "renewed")) == [
        ("Look twice.", True),
        ("Thrice.", False),
    ]
    assert LedgerEntry.objects.filter(kind="guideline_saved").count() == 2


def test_saving_over_a_newer_version_names_who_saved_it() -> None:
    campaign = make_campaign()
    save(campaign, actor="12345")
    with pytest.raises(SavedMeanwhile, match="version 1 was saved by 12345 in the meantime"):
        save(campaign, "mine", seen=None)


@pytest.mark.parametrize(
    ("text", "problem"), [("Look twice.", "has not changed"), ("a\0", "NUL"), ("x" * 20_001, "at most")]
)
def test_a_text_that_changes_nothing_or_cannot_be_kept_is_refused(text: str, problem: str) -> None:
    campaign = make_campaign()
    save(campaign)
    with pytest.raises(BadInput, match=problem):
        save(campaign, text, renewed=False, seen=1)


def test_a_version_never_changes() -> None:
    made = save(make_campaign())
    for change in (lambda: Guideline.objects.update(text="x"), lambda: Guideline.objects.filter(pk=made.pk).delete()):
        with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
            change()


def test_only_versions_that_are_shown_again_ask_to_be_read() -> None:
    campaign = make_campaign()
    member = make_member(campaign)
    assert not must_read_guideline(member)
    save(campaign)
    assert must_read_guideline(member)
    assert mark_guideline_read(member=member, version=1, now=NOW)
    assert not mark_guideline_read(member=member, version=1, now=NOW)
    save(campaign, "A comma.", renewed=False, seen=1)
    assert not must_read_guideline(member)
    save(campaign, "A new rule.", seen=2)
    assert must_read_guideline(member)
    with pytest.raises(BadInput, match="there is no version 9"):
        mark_guideline_read(member=member, version=9, now=NOW)
    assert GuidelineReading.objects.count() == 1


def test_an_example_is_shown_in_the_next_version_and_not_once_it_is_taken_out(decided) -> None:
    campaign, _ = decided
    pair = Pair.objects.get(rank=1)
    save(campaign)
    example(pair, 3, "all of it")
    shown = shown_guideline(campaign)
    assert [(row.level.relevance, [(found.query, found.note) for found in row.examples]) for row in shown.levels] == [
        (4, []),
        (3, [("query text 1", "all of it")]),
        (2, []),
        (1, []),
        (0, []),
    ]
    assert (shown.version, shown.html) == (2, "<p>Look twice.</p>")
    remove_example(campaign=campaign, pair=pair, actor="lead", now=NOW)
    assert not any(row.examples for row in shown_guideline(campaign).levels)
    with pytest.raises(BadInput, match="is not an example"):
        remove_example(campaign=campaign, pair=pair, actor="lead", now=NOW)
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        GuidelineExample.objects.update(relevance=1)


def test_a_pair_that_waits_for_scores_is_no_example_by_service_nor_by_trigger() -> None:
    campaign, _ = opened_campaign(pairs=1)
    pair = Pair.objects.get()
    with pytest.raises(BadInput, match="is not decided yet"):
        example(pair)
    made = save(campaign)
    with pytest.raises(DatabaseError, match="waits for scores"), transaction.atomic():
        GuidelineExample.objects.create(guideline=made, pair=pair, relevance=1)


def test_a_pair_of_the_exam_is_no_example() -> None:
    query = make_query(make_campaign(), pairs=1, split="exam")
    with pytest.raises(BadInput, match="belongs to the exam"):
        example(query.pairs.get())


def test_a_pair_is_an_example_once_and_at_a_level_that_there_is(decided) -> None:
    pair = Pair.objects.get(rank=1)
    example(pair)
    with pytest.raises(BadInput, match="already an example"):
        example(pair)
    with pytest.raises(BadInput, match="expected 0 to 4"):
        example(Pair.objects.get(rank=2), 5)


@pytest.mark.parametrize("taken_out", [False, True])
def test_nobody_is_seated_on_what_was_an_example_when_its_batch_opens(decided, taken_out: bool) -> None:
    campaign, members = decided
    pair = Pair.objects.get(rank=3)
    example(pair, 1)
    if taken_out:
        remove_example(campaign=campaign, pair=pair, actor="lead", now=NOW)
    decide_batch(review=BatchReview.objects.get(), decision=Decision.EXTEND, actor="lead", note="", now=NOW)
    assert score_all([*members, make_member(campaign)]) == 2  # of rank 4 alone
    settle(campaign)
    verdict = Verdict.objects.get(pair=pair)
    assert (verdict.kind, verdict.actor) == ("withdrawn", "rule")
    assert not Seat.objects.filter(pair=pair, annotator__isnull=False).exists()


def test_the_trigger_seats_nobody_on_an_example(decided) -> None:
    campaign, _ = decided
    pair = Pair.objects.get(rank=3)
    example(pair, 1)
    place = {"campaign": campaign, "pair": pair, "attempt": 1, "round": 1, "number": 1}
    with pytest.raises(DatabaseError, match="seen an example"), transaction.atomic():
        Seat.objects.create(**place, annotator=make_member(campaign), state="reserved")
    seat = Seat.objects.create(**place)
    with pytest.raises(DatabaseError, match="seen an example"), transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(annotator=make_member(campaign), state="reserved")
    assert connection.in_atomic_block


def test_everybody_of_the_campaign_may_fetch_the_clip_of_an_example_and_nobody_else(decided) -> None:
    campaign, _ = decided
    pair = Pair.objects.get(rank=4)
    clip = Clip.objects.get(moment=pair.moment)
    member, suspended = make_member(campaign), make_member(campaign, standing="suspended")
    stranger = make_member(make_campaign("other"))
    assert visible_clip(member.user, clip.name) is None
    example(pair, 0)
    assert visible_clip(member.user, clip.name) == clip
    assert visible_clip(suspended.user, clip.name) is None
    assert visible_clip(stranger.user, clip.name) is None


def test_claims_go_on_beside_examples(decided) -> None:
    campaign, _ = decided
    example(Pair.objects.get(rank=1))
    make_query(campaign, pairs=2)
    assert claim(make_member(campaign)) == []


def test_principles_belong_to_a_version_and_go_on_until_somebody_changes_them() -> None:
    campaign = make_campaign()
    usual = shown_guideline(campaign).sections
    assert len(usual[0].points) == 4
    first = save(campaign)
    fields = {"renewed": False, "actor": "lead", "now": NOW}
    save_guideline(campaign=campaign, text="Look twice.", principles="- Once.", seen_version=1, **fields)
    save(campaign, "Thrice.", seen=2)
    assert [one.points for one in shown_guideline(campaign).sections] == [("Once.",)]
    assert Guideline.objects.get(pk=first.pk).principles.splitlines() == list(usual[0].points)
    with pytest.raises(BadInput, match="has not changed"):
        save_guideline(campaign=campaign, text="Thrice.", principles="Once.", seen_version=3, **fields)
    save_guideline(campaign=campaign, text="Thrice.", principles="", seen_version=3, **fields)
    assert shown_guideline(campaign).sections == ()


def test_versions_from_before_there_were_principles_have_the_usual_ones() -> None:
    campaign = make_campaign()
    usual = shown_guideline(campaign).sections
    Guideline.objects.create(campaign=campaign, version=1, text="x", actor="lead", created_at=NOW)
    assert shown_guideline(campaign).sections == usual


def test_a_button_pressed_twice_makes_one_version() -> None:
    campaign = make_campaign()
    assert [save(campaign).version, save(campaign).version, Guideline.objects.count()] == [1, 1, 1]
    for other in ({"actor": "other"}, {"text": "Thrice."}, {"renewed": False}):
        with pytest.raises(SavedMeanwhile):
            save(campaign, **other)

"""A re-cut clip brings its pairs back with the next sweep, and nothing else does."""

from datetime import timedelta

import pytest

from annotator.models import Problem, ProblemKind
from annotator.problems.services.reporting import report_problem
from consensus.pairs.services.recutting import return_recut_pairs
from moments.models import Clip, ClipState, LedgerEntry, Pair
from tests.factories import NOW, claim, opened_campaign, settle

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)


def scene(*, kind: ProblemKind = ProblemKind.BROKEN_CLIP):
    """A campaign of three pairs, and a held seat whose pair is reported."""
    campaign, (one, _) = opened_campaign(pairs=3)
    seat = claim(one, 1)[0]
    report_problem(member=one, seat=seat.public_id, kind=kind, note="", now=NOW)
    return campaign, one, seat


def recut(pair: Pair, *, at=LATER, rendition: str = "gif") -> None:
    row = {"state": ClipState.READY, "frames": 3, "size": 50, "cut_at": at}
    Clip.objects.update_or_create(moment=pair.moment, rendition=rendition, defaults=row)


def parked(pair: Pair) -> bool:
    return Pair.objects.get(pk=pair.pk).parked


def test_a_pair_comes_back_to_whoever_held_it_once_its_clip_is_cut_again() -> None:
    campaign, one, seat = scene()
    assert seat.public_id not in [held.public_id for held in claim(one, 3)]
    assert settle(campaign, after_s=60).returned == 0
    recut(seat.pair)
    assert settle(campaign, after_s=400).returned == 1
    assert seat.public_id in [held.public_id for held in claim(one, 3)]
    problem = Problem.objects.get()
    assert (problem.resolution, problem.resolved_at) == ("clip cut again", NOW + timedelta(seconds=400))
    entry = LedgerEntry.objects.order_by("-number").first()
    assert (entry.kind, entry.actor, entry.payload) == ("pair_put_back", "rule", '{"reason":"clip cut again"}')
    assert entry.pair_number == seat.pair.number
    assert settle(campaign, after_s=401).returned == 0


def test_a_report_of_the_new_clip_parks_the_pair_again() -> None:
    campaign, one, seat = scene()
    recut(seat.pair)
    settle(campaign, after_s=400)
    again = NOW + timedelta(seconds=500)
    report_problem(member=one, seat=seat.public_id, kind=ProblemKind.BROKEN_CLIP, note="", now=again)
    assert (settle(campaign, after_s=600).returned, parked(seat.pair)) == (0, True)


def test_every_rendition_must_be_newer_than_the_report() -> None:
    campaign, _, seat = scene()
    recut(seat.pair, rendition="mp4")
    assert (settle(campaign, after_s=400).returned, parked(seat.pair)) == (0, True)
    recut(seat.pair, rendition="gif")
    assert (settle(campaign, after_s=401).returned, parked(seat.pair)) == (1, False)


def test_a_clip_that_could_not_be_cut_brings_nothing_back() -> None:
    campaign, _, seat = scene()
    Clip.objects.filter(moment=seat.pair.moment).update(state=ClipState.FAILED, cut_at=LATER)
    assert (settle(campaign, after_s=400).returned, parked(seat.pair)) == (0, True)


@pytest.mark.parametrize(
    "kind", [kind for kind in ProblemKind if kind not in (ProblemKind.BROKEN_CLIP, ProblemKind.QUESTION)]
)
def test_what_was_reported_for_other_reasons_stays_parked(kind: ProblemKind) -> None:
    campaign, _, seat = scene(kind=kind)
    recut(seat.pair)
    assert (settle(campaign, after_s=400).returned, parked(seat.pair)) == (0, True)
    assert Problem.objects.get().resolved_at is None


def test_another_report_keeps_the_pair_parked_and_the_mended_one_is_closed() -> None:
    campaign, one, seat = scene()
    report_problem(member=one, seat=seat.public_id, kind=ProblemKind.OFFENSIVE, note="", now=NOW)
    recut(seat.pair)
    assert (settle(campaign, after_s=400).returned, parked(seat.pair)) == (0, True)
    assert dict(Problem.objects.values_list("kind", "resolution")) == {
        "broken_clip": "clip cut again",
        "offensive": "",
    }


def test_a_report_of_the_query_keeps_all_its_pairs_parked() -> None:
    campaign, one, seat = scene()
    other = next(held for held in claim(one, 3) if held.pair_id != seat.pair_id)
    report_problem(member=one, seat=other.public_id, kind=ProblemKind.QUERY, note="", now=NOW)
    recut(seat.pair)
    assert (settle(campaign, after_s=400).returned, parked(seat.pair)) == (0, True)


def test_a_question_neither_keeps_the_pair_parked_nor_is_closed() -> None:
    campaign, one, seat = scene()
    report_problem(member=one, seat=seat.public_id, kind=ProblemKind.QUESTION, note="who?", now=NOW)
    recut(seat.pair)
    assert (settle(campaign, after_s=400).returned, parked(seat.pair)) == (1, False)
    assert Problem.objects.get(kind=ProblemKind.QUESTION).resolved_at is None


def test_other_campaigns_are_left_alone() -> None:
    campaign, _, seat = scene()
    other, _ = opened_campaign("other")
    recut(seat.pair)
    assert return_recut_pairs(campaign=other, now=LATER) == 0
    assert parked(seat.pair)


def test_a_sweep_that_finds_nothing_locks_nothing(django_assert_num_queries) -> None:
    campaign, _, _ = scene()
    with django_assert_num_queries(1):
        return_recut_pairs(campaign=campaign, now=LATER)

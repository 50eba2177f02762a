"""Every breach of the rules of twins that is planted is found, and named by its rule."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection

from annotator.models import Assignment, CaptionOrder, Judgement, Seat, TwinCaption
from consensus.models import TwinTruth, Verdict, VideoSplit
from moments.database.guards import lift_guards
from moments.models import Pair, Twin
from tests.factories import make_twins
from tests.rig.guards import GUARDS
from tests.twins import Road

pytestmark = pytest.mark.django_db


@pytest.fixture
def road() -> Road:
    """A clip with accepted captions."""
    done = Road(checkers=1).judged().written().assigned(1).assigned(2, backward=True).seen()
    lift_guards(connection, GUARDS)
    return done


def other_outcome() -> None:
    TwinTruth.objects.update(outcome="single", unreal="backward")


def other_criterion() -> None:
    TwinTruth.objects.update(criterion="position")


def no_judgement() -> None:
    Judgement.objects.order_by("pk")[0].delete()


def wrong_choice() -> None:
    one = Assignment.objects.order_by("pk")[0]
    moments = {moment.desc_id: moment.pk for moment in one.score.seat.campaign.moments.all()}
    Assignment.objects.filter(pk=one.pk).update(
        chosen=next(pk for name, pk in moments.items() if name in one.shown and pk != one.chosen_id)
    )


def other_clips() -> None:
    Assignment.objects.update(shown=[1, 2])


def own_caption() -> None:
    caption = TwinCaption.objects.get()
    seat = Seat.objects.filter(pair__query__query_id=3, annotator__isnull=False, superseded=False)[0]
    Seat.objects.filter(pair=seat.pair, superseded=True).delete()
    seat.scores.update(annotator=caption.score.annotator)
    Seat.objects.filter(pk=seat.pk).update(annotator=caption.score.annotator)


def returned_after_all() -> None:
    Verdict.objects.filter(pair__query__query_id=3).update(kind="returned")


def caption_too_many() -> None:
    TwinTruth.objects.update(outcome="dropped", temporal=False, criterion="", unreal="")


def nobody_checks() -> None:
    Verdict.objects.filter(pair__query__query_id=2).delete()


def check_forgotten() -> None:
    Verdict.objects.filter(pair__query__query_id=3).delete()


def another_caption() -> None:
    TwinCaption.objects.update(forward_text="A man paints the green door")


def order_lost() -> None:
    CaptionOrder.objects.all().delete()


def twin_lost() -> None:
    Twin.objects.all().delete()


def clips_of_others() -> None:
    one = Assignment.objects.order_by("pk")[0]
    own = one.score.seat.pair.moment.desc_id
    Assignment.objects.filter(pk=one.pk).update(shown=[own, own + 77], chosen=one.score.seat.pair.moment)


def by_an_earlier_writer() -> None:
    """Whoever assigned a caption wrote the clip's first version."""
    given, caption = Assignment.objects.order_by("pk")[0], TwinCaption.objects.get()
    first = caption.score
    first.pk, first.key, first.current, first.final = None, "earlier", False, False
    first.annotator = given.score.annotator
    first.save(force_insert=True)
    TwinCaption.objects.create(score=first, forward_first=True, forward_text="A man waits")


def single_in_test() -> None:
    other_outcome()
    VideoSplit.objects.create(video=Twin.objects.get().forward.video, split="test")


def writing_of_another_clip() -> None:
    caption, (twin,) = TwinCaption.objects.get(), make_twins(Twin.objects.get().forward.campaign, 1)
    Pair.objects.filter(pk=caption.score.seat.pair_id).update(moment=twin.forward)


BREACHES: list[tuple[Callable[[], None], str]] = [
    (other_outcome, "T2: the verdict on pair 1 does not follow from its judgements"),
    (other_criterion, "T2: the verdict on pair 1 does not follow from its judgements"),
    (no_judgement, "T1: score "),
    (wrong_choice, "T4: the verdict on pair "),
    (other_clips, "T4: the assignment of score "),
    (own_caption, "T4: the assignment of score "),
    (returned_after_all, "T4: the verdict on pair 3 does not follow from its assignments"),
    (caption_too_many, "T3: pair 2 is asked for captions, against the judgement of its clip"),
    (nobody_checks, "I5: the captions of pair 2 are undecided, but nobody checks them"),
    (another_caption, "T4: the captions of attempt 1 of pair 2 are not those that were passed on"),
    (order_lost, "T3: pair 2 does not say which captions are asked for"),
    (twin_lost, "T3: the clip of pair 1 has no twin"),
    (clips_of_others, r"T4: the assignment of score \d+ showed other clips than the twins"),
    (by_an_earlier_writer, r"T4: the assignment of score \d+ is by an earlier writer of the clip's captions"),
    (single_in_test, "T3: the single clip of pair 1 is not in training"),
    (writing_of_another_clip, "T3: nobody can be asked for the captions of the clip of pair 1"),
    (check_forgotten, "T4: the captions of pair 2 count, but the caption of pair 3 does not"),
]


@pytest.mark.parametrize(("plant", "expected"), BREACHES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_planted_breach_is_found(road, plant, expected):
    plant()
    found = road.breaches()
    assert [line for line in found if re.match(expected, line)] != [], found


def test_pairs_of_an_opened_campaign_have_no_breach():
    assert Road(twins=2).breaches() == []
    assert Pair.objects.count() == 8

"""The database keeps rewrites to accepted captions in training, whoever writes into it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from annotator.models import Score, Seat
from consensus.models import CaptionRewrite, RewriteSample, SampledRewrite, TwinTruth, Verdict, VideoSplit
from moments.models import Campaign, Pair
from tests.consensus.twin_rewrites.scenes import kept, place, placed_campaign, rewording, rewritten
from tests.factories import NOW, make_campaign
from tests.llm_stub import LlmStub

pytestmark = pytest.mark.django_db
IN_TRAINING = "only a rewrite of an accepted caption in training stands"


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@pytest.fixture
def campaign(served, settings) -> Campaign:
    campaign = placed_campaign(singles=1)
    rewording(settings, served)
    place(campaign, 0, 2)
    rewritten(campaign)
    assert len(kept(campaign)) == 9
    return campaign


def video_with_twins(campaign) -> VideoSplit:
    return VideoSplit.objects.get(
        split="train", video__in=CaptionRewrite.objects.filter(direction="backward").values("pair__moment__video")
    )


def refused(message: str):
    return pytest.raises(IntegrityError, match=message)


def copy_of(rewrite: CaptionRewrite, **fields) -> CaptionRewrite:
    values = {
        field.attname: getattr(rewrite, field.attname)
        for field in CaptionRewrite._meta.concrete_fields
        if not field.primary_key
    }
    return CaptionRewrite(**(values | {"text": "Somebody else opens it"} | fields))


def test_a_rewrite_of_a_clip_outside_of_training_cannot_stand(campaign):
    one = CaptionRewrite.objects.filter(stands=True, direction="backward").first()
    row = video_with_twins(campaign)
    VideoSplit.objects.filter(pk=row.pk).update(split="test")
    with refused(IN_TRAINING), transaction.atomic():
        CaptionRewrite.objects.filter(pk=one.pk).update(stands=True)
    with refused(IN_TRAINING), transaction.atomic():
        copy_of(one, stands=True).save()
    copy_of(one, stands=False, fault="not needed").save()


@pytest.mark.parametrize("split", ["val", "test"])
def test_a_video_that_leaves_training_takes_the_standing_and_returns_it(campaign, split):
    row = video_with_twins(campaign)
    VideoSplit.objects.filter(pk=row.pk).update(split=split)
    assert len(kept(campaign)) == 3
    VideoSplit.objects.filter(pk=row.pk).update(split="train")
    assert len(kept(campaign)) == 9


def test_drawing_again_keeps_what_stays_in_training_and_nothing_else(campaign):
    before = kept(campaign)
    place(campaign, 0, 2)
    assert kept(campaign) == before
    VideoSplit.objects.all().delete()
    assert kept(campaign) == []
    place(campaign, 0, 4)
    assert len(kept(campaign)) == 3
    place(campaign, 0, 2)
    assert kept(campaign) == before


def test_a_wrong_rewrite_does_not_come_back_with_its_split(campaign):
    one = CaptionRewrite.objects.filter(stands=True, direction="backward").first()
    CaptionRewrite.objects.filter(pk=one.pk).update(stands=False, verdict="wrong", reviewer="L1", reviewed_at=NOW)
    place(campaign, 0, 2)
    one.refresh_from_db()
    assert not one.stands
    assert len(kept(campaign)) == 8
    with refused("rewrite_stands_if_right|CHECK constraint"), transaction.atomic():
        CaptionRewrite.objects.filter(pk=one.pk).update(stands=True)


def test_a_verdict_that_is_superseded_takes_the_standing(campaign):
    pair = CaptionRewrite.objects.filter(direction="backward").first().pair
    Verdict.objects.filter(pair=pair).update(superseded=True)
    assert len(kept(campaign)) == 3


def test_captions_that_are_accepted_again_get_their_rewrites_back(campaign):
    pair = CaptionRewrite.objects.filter(direction="backward").first().pair
    before = Verdict.objects.get(pair=pair)
    Verdict.objects.filter(pk=before.pk).update(superseded=True)
    assert len(kept(campaign)) == 3
    before.pk, before._state.adding, before.superseded = None, True, False
    before.save()
    assert len(kept(campaign)) == 9


def test_a_clip_that_is_judged_again_gets_its_rewrites_back(campaign):
    moment = CaptionRewrite.objects.filter(direction="backward").first().pair.moment
    before = Verdict.objects.get(pair__moment=moment, pair__query__query_id=1)
    truth = before.twin_truth
    Verdict.objects.filter(pk=before.pk).update(superseded=True)
    before.pk, before._state.adding, before.superseded = None, True, False
    before.save()
    assert len(kept(campaign)) == 3
    TwinTruth.objects.create(
        verdict_id=before.pk, outcome=truth.outcome, temporal=True, criterion=truth.criterion, unreal=truth.unreal
    )
    assert len(kept(campaign)) == 9


def test_judgements_that_are_superseded_take_the_standing(campaign):
    moment = CaptionRewrite.objects.filter(direction="backward").first().pair.moment
    Verdict.objects.filter(pair__moment=moment, pair__query__query_id=1).update(superseded=True)
    assert len(kept(campaign)) == 3


def test_another_attempt_at_the_captions_takes_the_standing(campaign):
    pair = CaptionRewrite.objects.filter(direction="backward").first().pair
    Pair.objects.filter(pk=pair.pk).update(attempt=F("attempt") + 1)
    assert len(kept(campaign)) == 3
    place(campaign, 0, 2)
    assert len(kept(campaign)) == 3


def test_captions_that_count_no_longer_take_the_standing(campaign):
    caption = CaptionRewrite.objects.filter(direction="backward").first().caption_id
    with transaction.atomic():
        Score.objects.filter(pk=caption).update(current=False, final=False)
        assert len(kept(campaign)) == 3
        transaction.set_rollback(True)


def test_a_seat_that_is_superseded_takes_the_standing(campaign):
    caption = CaptionRewrite.objects.filter(direction="backward").first().caption_id
    with transaction.atomic():
        Seat.objects.filter(scores=caption).update(superseded=True)
        assert len(kept(campaign)) == 3
        transaction.set_rollback(True)


def test_a_rewrite_belongs_to_its_caption_and_what_was_asked_about_it(campaign):
    one = CaptionRewrite.objects.filter(direction="forward", stands=True).first()
    other = CaptionRewrite.objects.exclude(caption=one.caption_id).first()
    answer = CaptionRewrite.objects.filter(caption=one.caption_id).exclude(direction=one.direction).first()
    message = "a rewrite is of a caption of its pair, and answers what was asked about that caption"
    wrong = [{"pair_id": other.pair_id}, {"caption_id": other.caption_id}, {"direction": "backward"}]
    for fields in wrong + ([{"answer_id": answer.answer_id}] if answer else []):
        with refused(message), transaction.atomic():
            copy_of(one, **fields, stands=False).save()


def test_the_text_of_a_rewrite_never_changes(campaign):
    one = CaptionRewrite.objects.first()
    with refused("the text of a rewrite and its caption never change"), transaction.atomic():
        CaptionRewrite.objects.filter(pk=one.pk).update(text="Something else happens")


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"to_own": 0.5, "to_twin": 0.5}, "rewrite_nearer_to_its_caption"),
        ({"to_own": None, "to_twin": None}, "rewrite_nearer_to_its_caption"),
        ({"text": "", "stands": False}, "rewrite_has_text"),
        ({"fault": "bad", "stands": False}, "rewrite_fault_known"),
        ({"fault": "not needed"}, "rewrite_stands_if_right"),
        ({"verdict": "right"}, "rewrite_verdict_of_somebody"),
        ({"verdict": "", "reviewer": "L1"}, "rewrite_verdict_of_somebody"),
        ({"verdict": "wrong", "reviewer": "L1", "reviewed_at": NOW}, "rewrite_stands_if_right"),
    ],
)
def test_a_row_that_cannot_be_is_refused(campaign, fields, constraint):
    one = CaptionRewrite.objects.filter(stands=True).first()
    with refused(constraint), transaction.atomic():
        copy_of(one, **fields).save()


def test_the_same_text_stands_once_a_caption(campaign):
    one = CaptionRewrite.objects.filter(stands=True).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        copy_of(one, text=one.text).save()


def test_a_sample_holds_only_kept_rewrites_of_its_campaign(campaign):
    sample = RewriteSample.objects.create(
        campaign=campaign, number=1, seed=1, size=1, rewrites=9, actor="L1", drawn_at=NOW
    )
    spare = CaptionRewrite.objects.exclude(fault="").first()
    with refused("a sample holds kept rewrites of its own campaign"), transaction.atomic():
        SampledRewrite.objects.create(sample=sample, rewrite=spare, place=1)
    other = RewriteSample.objects.create(
        campaign=make_campaign("other"), number=1, seed=1, size=1, rewrites=9, actor="L1", drawn_at=NOW
    )
    with refused("a sample holds kept rewrites of its own campaign"), transaction.atomic():
        SampledRewrite.objects.create(sample=other, rewrite=CaptionRewrite.objects.filter(fault="").first(), place=1)

"""Splits of twins: drawn, stored, held by the database."""

import json

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from consensus.models import VideoSplit
from consensus.twin_splits.selectors import breaches_of, counted_splits
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitRefusal, SplitSizes
from moments.base.errors import BadInput
from moments.models import LedgerEntry, Video
from tests.consensus.twin_splits.scenes import described
from tests.factories import NOW, make_campaign
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db


def draw(campaign, val, test, *, seed=1):
    return draw_campaign_splits(campaign=campaign, sizes=SplitSizes(val, test), seed=seed, actor="test", now=NOW)


def stored():
    return dict(VideoSplit.objects.order_by("video").values_list("video", "split"))


def test_every_video_gets_a_split_and_the_sizes_are_met():
    campaign, _, _ = described(twins=4)
    drawn = draw(campaign, 2, 4)
    assert {split.value: count for split, count in drawn.clips.items()} == {"train": 2, "val": 2, "test": 4}
    assert counted_splits(campaign) == {"train": 2, "val": 2, "test": 4}
    assert len(stored()) == campaign.videos.count()
    assert breaches_of(campaign) == []


def test_the_same_seed_draws_the_same_and_is_in_the_ledger():
    campaign, _, _ = described(twins=4)
    draw(campaign, 2, 2, seed=7)
    first = stored()
    draw(campaign, 2, 2, seed=7)
    assert stored() == first
    entry = LedgerEntry.objects.filter(kind="splits_drawn").last()
    assert json.loads(entry.payload) == {
        "seed": 7,
        "val": 2,
        "test": 2,
        "tolerance": 0.01,
        "clips": {"train": 4, "val": 2, "test": 2},
    }


def test_a_single_is_in_training_and_the_database_holds_it_there():
    campaign, _, _ = described(twins=3, singles=1)
    draw(campaign, 2, 2)
    single = campaign.moments.order_by("pk").first().video
    assert stored()[single.pk] == "train"
    with pytest.raises(IntegrityError, match="a single clip is used in training only"), transaction.atomic():
        VideoSplit.objects.filter(video=single).update(split="test")


def test_impossible_sizes_are_refused_and_nothing_changes():
    campaign, _, _ = described(twins=3, singles=1)
    draw(campaign, 2, 2)
    before = stored()
    with pytest.raises(SplitRefusal, match="6 clips are wanted for val and test, but only 4 are available"):
        draw(campaign, 2, 4)
    assert stored() == before


def test_nothing_is_drawn_before_a_caption_is_accepted():
    campaign, _ = twin_campaign(twins=1)
    with pytest.raises(BadInput, match="has no accepted caption yet"):
        draw(campaign, 2, 2)


def test_a_campaign_of_another_kind_has_no_such_splits():
    campaign = make_campaign()
    with pytest.raises(BadInput, match="has no twins"):
        draw(campaign, 2, 2)
    video = Video.objects.create(campaign=campaign, name="film", duration_s=3)
    with pytest.raises(IntegrityError, match="only videos of a twins campaign"), transaction.atomic():
        VideoSplit.objects.create(video=video, split="train")


def test_the_command_says_what_it_drew(capsys):
    described(twins=3)
    call_command("draw_twin_splits", "arrow", "--val", "2", "--test", "2", "--json")
    assert '"train": 2' in capsys.readouterr().out
    assert sorted(stored().values()) == ["test", "train", "val"]

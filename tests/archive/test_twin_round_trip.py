"""A twins campaign comes back from its archive whole: every version of every answer, splits, and equal exports."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.db import connection

from annotator.models import Assignment, CaptionOrder, Judgement, LookAlike, TwinCaption
from archive.restoring.services.restoring import restore_campaign
from archive.trials.services.trials import copy_ordered, order_trial, remove_trial
from archive.writing.services import archive_campaign
from consensus.export.services.exporting import export_labels
from consensus.models import TwinTruth, VideoSplit
from consensus.simulation.services.people import synthetic_annotators
from consensus.simulation.services.twin_acts import TwinPeople
from consensus.simulation.services.twin_driver import TwinSimulation
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from consensus.verify.selectors.whole import all_breaches
from moments.base.errors import BadInput
from moments.clips.storage import store_bytes
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Clip, Twin
from moments.twin_protocol import TwinProtocol
from tests.archive.scenes import forget
from tests.consensus.export.scenes import bytes_of
from tests.factories import NOW, make_campaign
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
FORMS = ("rtime", "msrvtt", "parquet", "raw")
ANSWER = "score__annotator__pseudonym"
SEAT = ("score__seat__pair__number", "score__seat__attempt", "score__seat__round", "score__seat__number")
# Every table of twins with what its rows say, named by what stays the same when they get other keys.
ROWS = {
    Twin: ("forward__campaign", ("forward__desc_id", "backward__desc_id")),
    Judgement: ("score__seat__campaign", (*SEAT, ANSWER, "forward_first", "temporal", "criterion", "unreal")),
    TwinCaption: ("score__seat__campaign", (*SEAT, ANSWER, "forward_first", "forward_text", "backward_text")),
    CaptionOrder: (
        "pair__campaign",
        ("pair__number", "attempt", "both", "keeps_forward", "keeps_backward", "forward_reason", "backward_reason"),
    ),
    Assignment: ("score__seat__campaign", (*SEAT, ANSWER, "shown", "chosen__desc_id", "caption__score__key")),
    LookAlike: ("pair__campaign", ("pair__number", "moment__desc_id", "place")),
    TwinTruth: (
        "verdict__pair__campaign",
        ("verdict__pair__number", "verdict__attempt", "outcome", "temporal", "criterion", "unreal"),
    ),
    VideoSplit: ("video__campaign", ("video__name", "split")),
}


def played(twins: int = 24) -> Campaign:
    """People who often err have judged, described and assigned; splits are drawn, and something is left for a lead."""
    campaign, _ = twin_campaign(people=0, twins=twins, lookalike_share=0.5, lookalikes=3)
    errs = TwinPeople(TwinJudge(0.05, 0.1, 0.05), TwinWriter(0.4), TwinChecker(0.95, 0.7))
    people = synthetic_annotators(campaign=campaign, count=7, now=NOW)
    TwinSimulation(campaign=campaign, people=people, seed=3, until=0.9, now=NOW, errs=errs).play(lambda done: None)
    draw_campaign_splits(campaign=campaign, sizes=SplitSizes(0, 0), seed=1, actor="admin", now=NOW)
    return campaign


def rows_of(campaign: Campaign) -> dict[str, list[tuple[object, ...]]]:
    return {
        model.__name__: sorted(model._default_manager.filter(**{leads: campaign}).values_list(*fields), key=str)
        for model, (leads, fields) in ROWS.items()
    }


def test_what_is_restored_has_every_row_exports_the_same_bytes_and_has_no_breach(tmp_path: Path) -> None:
    campaign = played()
    before = rows_of(campaign)
    assert {name for name, rows in before.items() if not rows} == set()
    assert max(row[1] for row in before["TwinCaption"]) > 1  # captions of several versions
    assert any(row[3] for row in before["CaptionOrder"])  # of which one was locked
    assert {row[2] for row in before["Assignment"]} == {1, 2}  # between twins, and among look-alikes
    export_labels(campaign=campaign, out=tmp_path / "one", formats=FORMS, partial=True)
    archive_campaign(campaign=campaign, out=tmp_path / "file")
    forget(campaign)
    restored = restore_campaign(path=tmp_path / "file").campaign
    connection.check_constraints()
    assert rows_of(restored) == before
    export_labels(campaign=restored, out=tmp_path / "two", formats=FORMS, partial=True)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")
    assert list(all_breaches(restored, now=NOW, sweep_s=5)) == []


def test_a_trial_of_twins_is_answered_in_a_copy_and_removed() -> None:
    source, _ = twin_campaign(people=0, twins=4, opened=False)
    for clip in Clip.objects.all():
        store_bytes(clip, io.BytesIO(b"picture"))
    order_trial(campaign=source, annotators=6, share=100, seed=1, actor="admin", now=NOW)
    assert copy_ordered(now=NOW) == 1
    assert newest_job(source, "copy").state == "done", newest_job(source, "copy").reason
    trial = Campaign.objects.get(is_trial=True)
    assert TwinTruth.objects.filter(verdict__pair__campaign=trial).exists()
    assert list(all_breaches(trial, now=NOW, sweep_s=5)) == []
    remove_trial(campaign=trial)
    assert list(Campaign.objects.all()) == [source]
    assert (Judgement.objects.count(), TwinTruth.objects.count(), Twin.objects.count()) == (0, 0, 4)


def test_a_trial_of_twins_needs_clips_in_both_directions() -> None:
    source = make_campaign(twin=TwinProtocol())
    with pytest.raises(BadInput, match="no twins have clips in both directions yet"):
        order_trial(campaign=source, annotators=6, share=100, seed=1, actor="admin", now=NOW)

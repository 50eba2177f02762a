"""Trials of twins campaigns: synthetic people judge, describe and assign in a copy."""

from __future__ import annotations

import io

import pytest

from annotator.models import Score
from annotator.twins.tasks import TwinTask
from archive.trials.services.trials import copy_ordered, order_trial, remove_trial
from consensus.models import TwinTruth
from consensus.verify.selectors.whole import all_breaches
from moments.base.errors import BadInput
from moments.clips.storage import store_bytes
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Clip, Twin
from tests.factories import NOW
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    stored = {"BACKEND": settings.STORAGES["clips"]["BACKEND"], "OPTIONS": {"location": str(tmp_path / "clips")}}
    settings.STORAGES = {**settings.STORAGES, "clips": stored}


def test_it_is_judged_described_and_assigned() -> None:
    source, _ = twin_campaign(twins=6, people=1)
    for clip in Clip.objects.all():
        store_bytes(clip, io.BytesIO(b"a film"))
    assert order_trial(campaign=source, annotators=8, share=100, seed=1, actor="admin", now=NOW) == "arrow-trial-1"
    assert copy_ordered(now=NOW) == 1
    job = newest_job(source, "copy")
    assert job.state == "done", job.reason
    trial = Campaign.objects.get(slug="arrow-trial-1")
    assert (trial.is_trial, trial.status, trial.pairs.count()) == (True, "open", 24)
    judged = Score.objects.filter(seat__pair__in=trial.pairs.filter(query__query_id=TwinTask.JUDGE.query_id))
    assert judged.values("seat__pair").distinct().count() == 6
    assert TwinTruth.objects.filter(verdict__pair__campaign=trial).count() >= 3
    assert job.outcome.startswith("arrow-trial-1 has ")
    assert job.outcome.endswith(" finished clips by 8 synthetic annotators")
    assert not TwinTruth.objects.filter(verdict__pair__campaign=source).exists()
    assert list(all_breaches(trial, now=NOW, sweep_s=5)) == []
    remove_trial(campaign=trial)
    assert not Campaign.objects.filter(slug="arrow-trial-1").exists()
    assert (Twin.objects.count(), source.moments.count()) == (6, 12)


def test_twins_without_clips_are_not_tried() -> None:
    source, _ = twin_campaign(twins=1, opened=False)
    Clip.objects.filter(moment__direction="backward").update(state="pending")
    with pytest.raises(BadInput, match="no twins have clips in both directions yet"):
        order_trial(campaign=source, annotators=8, share=100, seed=1, actor="admin", now=NOW)

"""A twins campaign with rewrites, archived and restored: they stand as before, and exports have the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from consensus.export.formats.registry import TWIN_FORMATS
from consensus.export.services.exporting import export_labels
from consensus.models import CaptionRewrite
from consensus.twin_rewrites.selectors.reviewing import sample_progress
from consensus.twin_rewrites.services.reviewing import draw_sample, review_rewrite
from moments.models import Campaign, Job
from tests.archive.scenes import forget
from tests.consensus.export.scenes import bytes_of
from tests.consensus.twin_rewrites.scenes import kept, placed_campaign, rewording, rewritten
from tests.factories import NOW
from tests.llm_stub import LlmStub

pytestmark = pytest.mark.django_db


def exported(campaign: Campaign, out: Path) -> dict[str, bytes]:
    export_labels(campaign=campaign, out=out, formats=list(TWIN_FORMATS), partial=False)
    return bytes_of(out)


def test_rewrites_their_review_and_their_run_come_back(tmp_path: Path, settings) -> None:
    campaign = placed_campaign()
    with LlmStub({}) as stub:
        rewording(settings, stub)
        rewritten(campaign)
    sample = draw_sample(campaign=campaign, seed=1, size=3, actor="L1", now=NOW)
    for one in sample.sampled.filter(place__lte=2):
        verdict = "wrong" if one.place == 1 else "right"
        review_rewrite(campaign=campaign, rewrite=one.rewrite_id, verdict=verdict, actor="L1", now=NOW)
    before, standing = exported(campaign, tmp_path / "one"), kept(campaign)
    archive_campaign(campaign=campaign, out=tmp_path / "file")
    forget(campaign)
    assert not CaptionRewrite.objects.exists()
    restored = restore_campaign(path=tmp_path / "file").campaign
    assert (kept(restored), len(standing)) == (standing, 5)
    assert exported(restored, tmp_path / "two") == before
    progress = sample_progress(restored)
    assert (progress.reviewed, progress.wrong, progress.waiting) == (2, 1, 1)
    job = Job.objects.get(campaign=restored, kind="rewrites")
    assert (job.state, job.twin_rewrite_run.model, job.actor) == ("done", "stub", "L9")

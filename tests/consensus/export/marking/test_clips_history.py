"""Exports with clips that workers make: in turns, cancelled, taken over, and refused before they begin."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from consensus.export.pool_clips.kept import KeptClips
from consensus.export.pool_clips.pieces import Piece
from consensus.export.services import history, pool_clips
from consensus.export.services.history import EXPORT, kept_clips, make_exports, make_exports_beside, request_export
from consensus.models import Export, ExportState
from moments.base.errors import BadInput
from moments.clips.cutting.frame_table import FrameTable
from moments.jobs.services import threads
from moments.jobs.services.doing import cancel_job
from moments.jobs.services.leases import take_job
from moments.models import Campaign, CutOrder, JobState
from tests.consensus.export.marking.scenes import at
from tests.factories import NOW
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign
from tests.rig.numbered import write_numbered

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def videos(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("videos")
    write_numbered(folder / "street.mp4", 500)
    return folder


@pytest.fixture
def campaign(videos: Path, tmp_path: Path, settings) -> Campaign:
    settings.DATA_DIR = tmp_path / "data"
    made, (author, marker, _) = marking_campaign(videos=0, opened=False)
    store_world(made, [WorldVideo("street", 20_000, "", [WorldQuestion(at(2, 4))])], author, marker)
    CutOrder.objects.create(campaign=made, source=str(videos), ordered_at=NOW, finished_at=NOW)
    return made


def order(campaign: Campaign, videos: Path, **options: object) -> Export:
    wanted = {"formats": ["momentseeker"], "partial": False, "clips_from": str(videos), "by_admin": True, **options}
    return request_export(campaign=campaign, actor="admin", now=NOW, **wanted)


def clips_in(export: Export) -> list[str]:
    export.refresh_from_db()
    with zipfile.ZipFile(settings.DATA_DIR / export.path) as packed:
        assert packed.testzip() is None
        return [name for name in packed.namelist() if name.endswith((".mp4", ".png"))]


def test_a_worker_makes_an_export_with_clips(campaign: Campaign, videos: Path) -> None:
    export = order(campaign, videos)
    assert export.clips_from == str(videos)
    assert export.expected.startswith("2 clips, up to ")
    assert make_exports(now=NOW) == 1
    assert sorted(clips_in(export)) == sorted(
        f"long/momentseeker/test/street/{name}"
        for clip in clip_names(export)
        for name in (f"{clip}.mp4", f"{clip}.png")
    )
    assert Export.objects.get().manifest["clips"]["files"] == len(clips_in(export))
    assert (export.job.done, export.job.total) == (4, 4)
    assert not kept_clips(campaign).root.exists()


def clip_names(export: Export) -> list[str]:
    return sorted({name.rpartition("/")[2].rpartition(".")[0] for name in clips_in(export)})


def spied(cut: list[Path]) -> Callable[..., None]:
    original = pool_clips._cut_piece

    def noted(path: Path, table: FrameTable, piece: Piece, kept: KeptClips) -> None:
        cut.append(kept.path(piece, "mp4"))
        original(path, table, piece, kept)

    return noted


def test_an_export_goes_on_in_the_next_turn_and_cuts_nothing_twice(campaign, videos, monkeypatch) -> None:
    export = order(campaign, videos)
    assert make_exports(now=NOW, seconds=0) == 1
    export.job.refresh_from_db()
    assert (export.job.state, export.job.total, export.job.tries) == (JobState.WAITING, 4, 0)
    before = {*kept_clips(campaign).root.rglob("[0-9]*.mp4")}
    assert before
    cut: list[Path] = []
    monkeypatch.setattr(pool_clips, "_cut_piece", spied(cut))
    while make_exports(now=NOW, seconds=0):
        assert not before & {*cut}
    assert len({*cut}) == len(cut)
    export.job.refresh_from_db()
    assert export.job.state == JobState.DONE
    assert len(clips_in(export)) == 4


def test_a_cancelled_export_keeps_what_is_cut_for_the_next(campaign, videos, monkeypatch) -> None:
    export = order(campaign, videos)
    advance = history.Turn.advance

    def cancelled_meanwhile(turn: history.Turn, done: int) -> None:
        if done == 1:
            cancel_job(EXPORT, export.job, actor="admin", now=NOW)
            turn.look()
        advance(turn, done)

    monkeypatch.setattr(history.Turn, "advance", cancelled_meanwhile)
    assert make_exports(now=NOW) == 1
    export.job.refresh_from_db()
    assert (export.job.state, export.state) == (JobState.CANCELLED, ExportState.FAILED)
    assert len(list(kept_clips(campaign).root.rglob("*.mp4"))) >= 1
    monkeypatch.undo()
    again = order(campaign, videos)
    assert again.expected.startswith("2 clips, ")
    make_exports(now=NOW)
    assert len(clips_in(again)) == 4


def test_an_export_whose_worker_was_killed_is_continued_by_another(campaign, videos) -> None:
    export = order(campaign, videos)
    make_exports(now=NOW, seconds=0)
    export.job.refresh_from_db()
    assert take_job(job=export.job, lease=EXPORT.lease, now=NOW)  # and is never heard of again
    assert make_exports(now=NOW + timedelta(minutes=1)) == 0
    assert make_exports(now=NOW + EXPORT.lease + timedelta(seconds=1)) == 1
    assert len(clips_in(export)) == 4


def test_embedded_modes_worker_cuts_in_a_thread_beside(campaign, videos, monkeypatch) -> None:
    begun = []
    monkeypatch.setattr(history, "begin_beside", lambda name, job, *, now: begun.append((name, job)))
    assert make_exports_beside(now=NOW) == 0
    plain = request_export(campaign=campaign, formats=["raw"], partial=False, actor="admin", now=NOW)
    assert make_exports_beside(now=NOW) == 1
    plain.refresh_from_db()
    assert (plain.state, begun) == (ExportState.READY, [])
    order(campaign, videos)
    assert make_exports_beside(now=NOW) == 0
    assert begun == [(EXPORT.step, make_exports)]
    assert not threads.is_beside(EXPORT.step)


def test_a_failed_export_names_the_video_and_its_reason(campaign, videos, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "street.mp4").write_text("no video")
    CutOrder.objects.update(source=str(broken))
    export = order(campaign, broken)
    assert make_exports(now=NOW) == 1
    export.job.refresh_from_db()
    assert export.job.reason.startswith(
        "no export was written, as 1 video could not be cut: 'street' (the file is text"
    )


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"formats": ["raw"]}, "only the format momentseeker has clips; this export lacks it"),
        ({"clips_from": "/somewhere"}, "/somewhere: is not in a place that VIDEO_SOURCES allows"),
        ({"clips_from": ""}, ": is not in a place that VIDEO_SOURCES allows"),
    ],
)
def test_what_cannot_begin_is_refused_at_once(campaign, videos, options, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        order(campaign, videos, **options)
    assert refused.value.message == problem
    assert not Export.objects.exists()


def test_too_little_space_is_said_before_anything_is_cut(campaign, videos, monkeypatch) -> None:
    usage = type("Usage", (), {"free": 1_000_000})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    with pytest.raises(BadInput, match=r"^clips_from: 1 MB are free, but \d+ MB are expected; no clip was cut$"):
        order(campaign, videos)
    assert not Export.objects.exists()

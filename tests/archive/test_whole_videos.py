"""Proxies in an archive: with the files beside them, and not ready without them."""

from __future__ import annotations

import hashlib
import io

import pytest

from archive.restoring.services.restoring import restore_campaign
from archive.writing.services import archive_campaign
from moments.base.errors import BadInput
from moments.clips.selectors.whole_videos import whole_video_of
from moments.clips.storage import clip_file, delete_clip, store_bytes
from moments.models import Campaign, Clip, ClipPart, ClipState
from tests.archive.scenes import forged, forget, lines
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folders(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    backend = "django.core.files.storage.FileSystemStorage"
    clips = {"BACKEND": backend, "OPTIONS": {"location": str(tmp_path / "clips")}}
    settings.STORAGES = {**settings.STORAGES, "clips": clips}


@pytest.fixture
def campaign() -> Campaign:
    """Two videos, each with a proxy, frame times and a sheet whose bytes are stored."""
    campaign, _ = marking_campaign(videos=2)
    for row in (*Clip.objects.all(), *ClipPart.objects.all()):
        content = f"{row} {row.pk}".encode()
        store_bytes(row, io.BytesIO(content))
        row.size, row.sha256 = len(content), hashlib.sha256(content).hexdigest()
        row.save()
    return campaign


def contents(campaign: Campaign) -> list[bytes]:
    """Of every file in the clip storage that the campaign's rows name, in order; each is what its row says."""
    moments = campaign.moments.order_by("pk").values_list("pk", flat=True)
    found = []
    for shown in whole_video_of(moments).values():
        for row in (shown.proxy, shown.frames, *shown.sheets):
            with clip_file(row.name) as file:
                found.append(file.read())
            assert (len(found[-1]), hashlib.sha256(found[-1]).hexdigest()) == (row.size, row.sha256)
    return found


def test_a_restored_campaign_has_its_proxies_and_their_parts_under_fresh_names(campaign, tmp_path) -> None:
    archive_campaign(campaign=campaign, out=tmp_path / "first")
    before, names = contents(campaign), {part.name for part in ClipPart.objects.all()}
    restored = restore_campaign(path=tmp_path / "first", slug="copy").campaign
    assert contents(restored) == before == contents(campaign)
    assert len(before) == 6
    parts = ClipPart.objects.filter(clip__moment__campaign=restored)
    assert (parts.count(), names & {part.name for part in parts}) == (4, set())
    assert {clip.rendition for clip in Clip.objects.filter(moment__campaign=restored)} == {"proxy"}


def test_archived_again_it_is_the_same_file(campaign, tmp_path) -> None:
    archive_campaign(campaign=campaign, out=tmp_path / "first")
    forget(campaign)
    for path in (tmp_path / "clips").iterdir():
        path.unlink()
    restored = restore_campaign(path=tmp_path / "first").campaign
    archive_campaign(campaign=restored, out=tmp_path / "second")
    assert (tmp_path / "second").read_bytes() == (tmp_path / "first").read_bytes()


def test_without_clips_those_that_are_whole_in_the_storage_are_found_again(campaign, tmp_path) -> None:
    archive_campaign(campaign=campaign, out=tmp_path / "file", clips=False)
    before = contents(campaign)
    sheets = ClipPart.objects.filter(kind="sheet").order_by("pk")
    gone, keys = sheets[1].name, set(ClipPart.objects.exclude(clip=sheets[1].clip).values_list("key", flat=True))
    forget(campaign)
    delete_clip(gone)
    restored = restore_campaign(path=tmp_path / "file")
    clips = Clip.objects.order_by("pk")
    assert list(clips.values_list("state", "reason")) == [
        (ClipState.READY, ""),
        (ClipState.PENDING, "its bytes were not in the archive"),
    ]
    assert (restored.unready, contents(restored.campaign)) == (1, before[:3])
    assert set(ClipPart.objects.values_list("key", flat=True)) == keys


def test_a_part_that_was_missing_when_the_archive_was_made_leaves_its_proxy_to_be_cut(campaign, tmp_path) -> None:
    delete_clip(ClipPart.objects.filter(kind="frames").order_by("pk")[0].name)
    missing = archive_campaign(campaign=campaign, out=tmp_path / "file").missing
    restored = restore_campaign(path=tmp_path / "file", slug="copy")
    assert (missing, restored.unready) == (["parts 1"], 1)
    clips = Clip.objects.filter(moment__campaign=restored.campaign).order_by("pk")
    assert [(clip.state, clip.parts.count()) for clip in clips] == [("pending", 0), ("ready", 2)]


COLUMNS = ["clip", "kind", "position", "size", "sha256"]


@pytest.mark.parametrize(
    "table",
    [
        lines(["kind"], ["sheet"]),
        lines(COLUMNS, [1]),
        lines(COLUMNS, {}),
        lines(COLUMNS, ["x", "sheet", 2, 5, "0"]),
        lines(COLUMNS, [[1], "sheet", 2, 5, "0"]),
        lines(COLUMNS, [99, "sheet", 2, 5, "0"]),
        lines(COLUMNS, [1, "sound", 1, 5, "0"]),
    ],
)
def test_a_table_of_parts_that_is_none_is_refused_and_nothing_stays(campaign, tmp_path, table: bytes) -> None:
    archive_campaign(campaign=campaign, out=tmp_path / "file")
    made = forged(tmp_path / "file", lambda entries, _: entries.update({"tables/moments.clippart.jsonl": table}))
    before = sorted(path.name for path in (tmp_path / "clips").iterdir())
    with pytest.raises(BadInput):
        restore_campaign(path=made, slug="copy")
    assert Campaign.objects.get().slug == "long"
    assert sorted(path.name for path in (tmp_path / "clips").iterdir()) == before

"""A file of moments without lengths and numbers: both come from what the campaign and its uploaded videos have."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from django.conf import settings

from config.clip_storage import ClipStorage, VideoRoot
from moments.corpus.files.faults import KeptFaults
from moments.corpus.files.moment_file import read_moments
from moments.corpus.services import import_moments
from moments.material.selectors import CampaignGaps
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def test_lengths_are_measured_and_a_second_import_adds_nothing(folder: Path, tmp_path: Path, monkeypatch) -> None:
    place = tmp_path / "videos"
    place.mkdir()
    shutil.copy(folder / "good.mp4", place / "walk.mp4")
    (place / "list.mp4").write_text("#EXTM3U")
    monkeypatch.setattr(settings, "VIDEO_ROOTS", (VideoRoot(ClipStorage(folder=place)),))
    campaign, path = make_campaign(), tmp_path / "moments.csv"
    path.write_text("video,start,end,description\nwalk,0,2,One walks.\nwalk.mp4,2,4,One runs.\nwalk,0,2,One walks.\n")

    rows = read_moments(path, gaps=CampaignGaps(campaign, str(place), by_admin=True))
    assert [row.desc_id for row in rows] == [1, 2, 3]
    assert {round(row.duration_s, 1) for row in rows} == {6.0}
    assert import_moments(campaign=campaign, rows=rows).added == 3

    path.write_text(path.read_text() + "walk,4,5,One stops.\n")
    again = read_moments(path, gaps=CampaignGaps(campaign, "", by_admin=True))  # the campaign knows the length by now
    imported = import_moments(campaign=campaign, rows=again)
    assert (imported.added, imported.known, again[-1].desc_id) == (1, 3, 4)

    path.write_text("video,start,end,description\nlist,0,2,One walks.\nnone,0,2,One walks.\n")
    faults = KeptFaults()
    read_moments(path, faults=faults, gaps=CampaignGaps(campaign, str(place), by_admin=True))
    assert [fault.problem for fault in faults.kept] == [
        "duration: is missing, and 'list' cannot be measured: the file is a playlist, not a video",
        "duration: is missing, and 'none' cannot be measured: the folder has no video with this name",
    ]

"""The first bytes of a file decide its demuxer, or its refusal."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from moments.clips.cutting.containers import demuxer_of, demuxer_of_file
from moments.clips.cutting.failures import CutError

MakeVideo = Callable[..., Path]


@pytest.mark.parametrize(
    ("name", "demuxer"),
    [
        ("a.mp4", "mov"),
        ("a.mov", "mov"),
        ("a.mkv", "matroska"),
        ("a.webm", "matroska"),
        ("a.avi", "avi"),
        ("a.ts", "mpegts"),
        ("a.ogv", "ogg"),
    ],
)
def test_a_video_gets_the_demuxer_of_its_container(
    name: str, demuxer: str, tmp_path: Path, make_video: MakeVideo
) -> None:
    options = "-f ogg -c:v libtheora" if name.endswith("ogv") else ""
    assert demuxer_of_file(make_video(tmp_path / name, seconds=0.2, options=options)) == demuxer


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"", "empty"),
        (b"#EXTM3U\n#EXTINF:1,\n/etc/passwd\n", "playlist"),
        (b"\xef\xbb\xbf \n#EXTM3U\n", "playlist"),
        (b"ffconcat version 1.0\nfile /etc/passwd\n", "playlist"),
        (b"# a comment\nffconcat version 1.0\n", "playlist"),
        (b'<?xml version="1.0"?><MPD></MPD>', "playlist"),
        (b"just words", "not_a_video"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>", "not_a_video"),
        (b"\x89PNG\r\n\x1a\n", "not_a_video"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "not_a_video"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", "not_a_video"),
        (b"\x00\x00\x00\x20ftypavif", "not_a_video"),
        (b"\x7fELF\x02\x01\x01\x00", "not_a_video"),
    ],
)
def test_anything_else_is_refused_with_its_kind(head: bytes, kind: str) -> None:
    with pytest.raises(CutError) as refusal:
        demuxer_of(head)
    assert refusal.value.kind == kind
    assert "\n" not in refusal.value.reason


def test_a_pipe_or_a_folder_is_missing_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mp4")
    for path in (tmp_path / "pipe.mp4", tmp_path, tmp_path / "nothing.mp4"):
        with pytest.raises(CutError, match="missing"):
            demuxer_of_file(path)

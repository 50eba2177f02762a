"""The names under which uploaded videos are kept."""

from __future__ import annotations

import pytest

from moments.base.errors import BadInput
from moments.material.naming import kept_name


@pytest.mark.parametrize(
    ("given", "stem", "file"),
    [
        ("Match 01.MP4", "Match 01", "Match 01.mp4"),
        ("../../etc/cron.d/x.mp4", "x", "x.mp4"),
        ("..\\..\\x.mov", "x", "x.mov"),
        ("...mp4.mp4", "mp4", "mp4.mp4"),
        (".hidden.mkv", "hidden", "hidden.mkv"),
        ("a\x00b\x1bc\n.mp4", "abc", "abc.mp4"),
        ("invoice\u202e4pm.exe.mp4", "invoice4pm.exe", "invoice4pm.exe.mp4"),
        ("\u05e1\u05e8\u05d8.webm", "\u05e1\u05e8\u05d8", "\u05e1\u05e8\u05d8.webm"),
        ("cafe\u0301.mp4", "caf\u00e9", "caf\u00e9.mp4"),
        ('a:b*c?"<d>|.avi', "a_b_c___d__", "a_b_c___d__.avi"),
        ("half \ud83d pair.mp4", "half  pair", "half  pair.mp4"),
        ("x" * 300 + ".mp4", "x" * 200, "x" * 200 + ".mp4"),
    ],
)
def test_a_name_is_safe_and_still_the_persons_own(given: str, stem: str, file: str) -> None:
    assert kept_name(given) == (stem, file)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("notes.txt", "name: expected a video: .mp4"),
        ("film", "name: expected a video"),
        ("..mp4", "name: the file has no name besides its suffix"),
        ("../.mp4", "name: the file has no name besides its suffix"),
        ("\u202e\u200f.mp4", "name: the file has no name besides its suffix"),
        ("\u0444" * 130 + ".mp4", "name: expected at most 240 bytes"),
    ],
)
def test_what_is_no_name_of_a_video_is_refused(given: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        kept_name(given)

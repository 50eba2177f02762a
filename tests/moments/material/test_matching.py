"""Names of videos held against the files of a place, as cutting looks for them."""

from __future__ import annotations

from moments.material.matching import LackingVideo, PlacedFile, match_names


def placed(*files: str, folders: tuple[str, ...] = ()) -> list[PlacedFile]:
    return [PlacedFile(file, 5) for file in files] + [PlacedFile(folder, None) for folder in folders]


def test_a_name_is_a_files_with_or_without_its_suffix_or_a_folders() -> None:
    names = {"one": 1, "two.mp4": 1, "framed": 3, "season/third": 1, "none": 4}
    match = match_names(names, placed("one.mkv", "two.mp4", "notes.txt", "extra.webm", folders=("framed", "season")))
    assert [(name, one.file) for name, one in match.found] == [
        ("one", "one.mkv"),
        ("two.mp4", "two.mp4"),
        ("framed", "framed"),
        ("season/third", "season"),
    ]
    assert match.lacking == [LackingVideo("none", 4, "")]
    assert ([one.file for one in match.unnamed], match.others, match.doubled) == (["extra.webm"], 1, [])


def test_of_several_files_the_first_suffix_is_used_and_all_are_taken() -> None:
    match = match_names({"one": 1}, placed("one.avi", "one.mp4"))
    assert ([one.file for _, one in match.found], match.doubled, match.unnamed) == (["one.mp4"], ["one"], [])


def test_a_file_whose_name_is_nearly_the_videos_is_shown_beside_it() -> None:
    names = {"Match 01": 2, "cafe\u0301": 1, "walk": 1}
    match = match_names(names, placed("match_01.MP4", "café.mp4", "run.mp4"))
    assert [(one.name, one.near) for one in match.lacking] == [
        ("Match 01", "match_01.MP4"),
        ("cafe\u0301", "café.mp4"),
        ("walk", ""),
    ]


def test_the_name_of_a_video_is_the_files_without_a_suffix_of_a_video() -> None:
    assert [one.video_name for one in placed("a.b.mp4", ".mp4", "a.MP4", "a.txt", "a")] == [
        "a.b", ".mp4", "a.MP4", "a.txt", "a",
    ]  # fmt: skip
    assert PlacedFile("frames.mp4", None).video_name == "frames.mp4"

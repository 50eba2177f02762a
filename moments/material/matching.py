"""Matches the names of videos with what lies in a place, before anything is cut or imported."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from moments.clips.cutting.containers import SUFFIXES


@dataclass(frozen=True, slots=True)
class PlacedFile:
    """A file as a place lists it, or a folder, with the frames of a video or with more videos, which has no size."""

    file: str
    size: int | None

    @property
    def video_name(self) -> str:
        """The name of the video that this would be: the file's without a suffix such as .mp4."""
        stem, dot, suffix = self.file.rpartition(".")
        return stem if stem and f"{dot}{suffix}" in SUFFIXES and self.size is not None else self.file

    @property
    def looks_like_a_video(self) -> bool:
        """Whether its name says that it may be a video: a folder, or a file with a suffix of one in any letter case."""
        return self.size is None or self.file.lower().endswith(SUFFIXES)


@dataclass(frozen=True, slots=True)
class LackingVideo:
    """A video without a file; `moments` are those that need it, `near` is a file whose name is nearly its own."""

    name: str
    moments: int
    near: str


@dataclass(frozen=True, slots=True)
class Match:
    """Videos that a place has, videos that it lacks, files that no video names, and how many other files there are.

    `found` has each video with its file, `doubled` those with several files, of which the first is used.
    """

    found: Sequence[tuple[str, PlacedFile]]
    lacking: Sequence[LackingVideo]
    unnamed: Sequence[PlacedFile]
    doubled: Sequence[str]
    others: int


def match_names(names: Mapping[str, int], placed: Iterable[PlacedFile]) -> Match:
    """Hold the names of videos, each with its number of moments, against the files of a place.

    A name is a file's if it is all of it or all but its suffix, as cutting looks for it: the name itself first, then
    each suffix in turn. Of a name such as `season/film` the folder is looked for.
    """
    files = {one.file: one for one in placed}
    found: list[tuple[str, PlacedFile]] = []
    doubled: list[str] = []
    lacking: list[str] = []
    used: set[str] = set()
    for name in names:
        candidates = [files[file] for file in _files_of(name) if file in files]
        if not candidates:
            lacking.append(name)
            continue
        found.append((name, candidates[0]))
        used.update(one.file for one in candidates)
        if len(candidates) > 1:
            doubled.append(name)
    rest = [one for file, one in files.items() if file not in used]
    near = {_folded(one.video_name): one.file for one in rest}
    return Match(
        found=found,
        lacking=[LackingVideo(name, names[name], near.get(_folded(name), "")) for name in lacking],
        unnamed=[one for one in rest if one.looks_like_a_video],
        doubled=doubled,
        others=sum(not one.looks_like_a_video for one in rest),
    )


def _files_of(name: str) -> Iterable[str]:
    first, slash, _ = name.partition("/")
    return (first,) if slash else (f"{name}{suffix}" for suffix in ("", *SUFFIXES))


def _folded(name: str) -> str:
    """The letters and digits of a name in one case, without the suffix of a video."""
    lower = unicodedata.normalize("NFKC", name).casefold()
    for suffix in SUFFIXES:
        lower = lower.removesuffix(suffix)
    return "".join(letter for letter in lower if letter.isalnum())

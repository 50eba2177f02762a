"""The one exception of cutting, with a kind for programs and a one-line reason for people."""

from __future__ import annotations

from typing import Literal

Kind = Literal[
    "bad_stretch",
    "missing",
    "empty",
    "not_a_video",
    "playlist",
    "truncated",
    "damaged",
    "too_large",
    "timed_out",
    "memory",
    "clip_too_big",
    "ended_early",
    "other_video",
    "disk_full",
    "not_writable",
    "no_ffmpeg",
    "broken_off",
    "storage_keys",
    "storage_no_keys",
    "storage_forbidden",
    "storage_region",
    "storage_missing",
    "storage_half",
    "storage_broke_off",
    "storage_down",
]


class CutError(Exception):
    """A moment that cannot be cut, or a file that cannot be probed.

    `reason` is one line that names no path, so it may be shown to a lead; `kind` never changes its wording.
    """

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(reason)
        self.kind: Kind = kind
        self.reason = reason

    def __reduce__(self) -> tuple[type[CutError], tuple[Kind, str]]:
        return (CutError, (self.kind, self.reason))  # a task result or a process pool may pickle it

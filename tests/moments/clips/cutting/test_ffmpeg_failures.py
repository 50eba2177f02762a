"""ffmpeg's own words become one reason that people understand."""

from __future__ import annotations

import signal

import pytest

from moments.clips.cutting.child import Excerpt, Finished
from moments.clips.cutting.ffmpeg import failure_of
from moments.clips.cutting.limits import Limits


@pytest.mark.parametrize(
    ("errors", "kind", "reason"),
    [
        (
            "Picture size 9x9 exceeds specified max pixel count 5",
            "too_large",
            "the picture has more than 8,294,400 pixels",
        ),
        ("av_interleaved_write_frame(): No space left on device", "disk_full", "the disk is full"),
        ("Error: Cannot allocate memory", "memory", "cutting needs more than 500 MB of memory"),
        ("moov atom not found", "truncated", "the video is truncated: its index (moov) is missing"),
        ("Stream map '0:V:0' matches no streams.", "not_a_video", "the file has no video stream"),
        ("something new", "damaged", "the video is damaged: no picture can be decoded"),
    ],
)
def test_a_symptom_names_its_kind_and_reason(errors: str, kind: str, reason: str) -> None:
    finished = Finished(returncode=1, errors=Excerpt(tail=errors.encode()))
    failure = failure_of(finished, Limits(memory_bytes=500_000_000))
    assert (failure.kind, failure.reason) == (kind, reason)


@pytest.mark.parametrize(
    ("finished", "kind", "reason"),
    [
        (Finished(timed_out=True, returncode=-9), "timed_out", "cutting took longer than 7 s"),
        (Finished(returncode=-signal.SIGXCPU), "timed_out", "cutting took longer than 7 s"),
        (Finished(returncode=-signal.SIGXFSZ), "clip_too_big", "the clip is larger than 2 MB"),
        (Finished(returncode=-signal.SIGSEGV), "damaged", "the video makes ffmpeg crash (signal 11)"),
    ],
)
def test_a_signal_names_its_kind_and_reason(finished: Finished, kind: str, reason: str) -> None:
    failure = failure_of(finished, Limits(wall_s=7, output_bytes=2_000_000))
    assert (failure.kind, failure.reason) == (kind, reason)

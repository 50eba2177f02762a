"""One clip by itself, as most tests of cutting want it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from moments.clips.cutting.clips import CutClip, CutStretch, cut_stretch
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.limits import DEFAULT_LIMITS, Limits


def cut_one(
    source: Path, start_s: float, end_s: float, target: Path, *, limits: Limits = DEFAULT_LIMITS, **shown: Any
) -> CutClip:
    """The clip whose rendition is the target's suffix; raises the CutError that is its outcome."""
    name = target.suffix.removeprefix(".")
    outcome = cut_stretch(CutStretch(source, start_s, end_s, **shown), {name: target}, limits=limits)[name]
    if isinstance(outcome, CutError):
        raise outcome
    return outcome

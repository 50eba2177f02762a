"""When a caption is accepted, and when it goes back to its writer: T4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotator.twins.answers import CheckResult

MOST_CHECKERS = 2


class CaptionStep(StrEnum):
    """Where a caption goes next."""

    ACCEPTED = "accepted"
    CHECKER = "next checker"  # somebody else assigns it to one of the two twins
    LOOKALIKES = "look-alikes"  # somebody else finds its clip among similar ones
    RETURNED = "returned"  # to its writer
    LEAD = "lead"


class ReturnReason(StrEnum):
    """What a check says against a caption."""

    WRONG_TWIN = "it was assigned to the clip in the other direction"
    CANNOT_TELL = "it does not say which of the two directions is meant"
    LOOKALIKE = "it was assigned to a similar clip"
    CANNOT_FIND = "it does not tell the clip from similar ones"


@dataclass(frozen=True, slots=True)
class CaptionRuling:
    """Where a caption goes, and why it goes back or to the lead."""

    step: CaptionStep
    reason: ReturnReason | None = None


@dataclass(frozen=True, slots=True)
class CaptionsRuling:
    """What becomes of the captions of one clip: one step for all of them, and which are to be written again."""

    step: CaptionStep
    rewrite_forward: bool = False
    rewrite_backward: bool = False


TWIN_REASONS = {CheckResult.WRONG: ReturnReason.WRONG_TWIN, CheckResult.CANNOT_TELL: ReturnReason.CANNOT_TELL}
LOOKALIKE_REASONS = {CheckResult.WRONG: ReturnReason.LOOKALIKE, CheckResult.CANNOT_TELL: ReturnReason.CANNOT_FIND}
STEPS_IN_ORDER = (
    CaptionStep.LEAD,
    CaptionStep.RETURNED,
    CaptionStep.CHECKER,
    CaptionStep.LOOKALIKES,
    CaptionStep.ACCEPTED,
)


def rule_on_caption(
    results: Sequence[CheckResult],
    *,
    checkers: int,
    most_returns: int,
    returns: int = 0,
    lookalikes_wanted: bool = False,
    lookalikes: CheckResult | None = None,
) -> CaptionRuling:
    """T4 on the assignments of one caption, as it is now written, between the two twins.

    `checkers` is how many people, one after the other, have to assign it rightly: 0 for the caption of a single
    clip. `returns` counts how often this caption went back before. If it is wanted, one more person finds its clip
    among look-alikes in the end. Raises ValueError for more results than checkers.
    """
    if len(results) > checkers:
        raise ValueError(f"a caption has at most {checkers} assignments, got {len(results)}")
    reason = _reason_against(results, lookalikes)
    if reason is not None:
        return CaptionRuling(CaptionStep.RETURNED if returns < most_returns else CaptionStep.LEAD, reason)
    if len(results) < checkers:
        return CaptionRuling(CaptionStep.CHECKER)
    if lookalikes_wanted and lookalikes is None:
        return CaptionRuling(CaptionStep.LOOKALIKES)
    return CaptionRuling(CaptionStep.ACCEPTED)


def rule_on_captions(forward: CaptionRuling, backward: CaptionRuling | None) -> CaptionsRuling:
    """T4 on both captions of a clip, or on the one of a single clip (`backward` is None).

    If one has to be written again, the writer gets both back at once, and the other one is locked.
    """
    rulings = [ruling for ruling in (forward, backward) if ruling is not None]
    step = min((ruling.step for ruling in rulings), key=STEPS_IN_ORDER.index)
    if step is not CaptionStep.RETURNED:
        return CaptionsRuling(step)
    returned = [ruling is not None and ruling.step is CaptionStep.RETURNED for ruling in (forward, backward)]
    return CaptionsRuling(step, *returned)


def _reason_against(results: Sequence[CheckResult], lookalikes: CheckResult | None) -> ReturnReason | None:
    failed = [TWIN_REASONS[result] for result in results if result is not CheckResult.RIGHT]
    if failed:
        return failed[0]
    return None if lookalikes is None else LOOKALIKE_REASONS.get(lookalikes)

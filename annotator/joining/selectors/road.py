"""What somebody has to do next to be qualified, and so why they get no seats."""

from __future__ import annotations

from typing import Literal

from annotator.exam.selectors.exams import current_exam, open_sitting
from annotator.exam.selectors.sittings import missing_step
from annotator.models import Membership, Standing

Reason = Literal["training_required", "exam_required", "waiting_for_truth", "no_work", "paused"]


def reason_without_seats(member: Membership) -> Reason:
    """Why somebody gets no seats: what they have to do, or wait for, first."""
    if member.standing == Standing.INVITED:
        return "training_required"
    if member.standing == Standing.TRAINING:
        ready = not missing_step(member) and current_exam(member.campaign) is not None
        return "exam_required" if ready else "training_required"
    if member.standing == Standing.EXAM and open_sitting(member) is None:
        return "exam_required"
    if member.standing in (Standing.EXAM, Standing.WAITING, Standing.RELABEL):
        return "waiting_for_truth"
    return "no_work"

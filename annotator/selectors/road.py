"""What somebody has to do next on the road to being qualified, and so why they get no seats."""

from __future__ import annotations

from typing import Literal

from annotator.models import Membership, Standing, Tutorial, TutorialDone
from annotator.selectors.consents import consent_owed
from annotator.selectors.exams import current_exam, open_sitting

Reason = Literal["training_required", "exam_required", "waiting_for_truth", "no_work", "paused"]


def must_consent(member: Membership) -> bool:
    """Whether the newest version of the consent, where the campaign has one, is not agreed to."""
    return consent_owed(member) is not None


def must_take_tutorial(member: Membership) -> bool:
    """Whether the person has not gone through the tutorial in force, where the campaign has one."""
    newest = Tutorial.objects.filter(campaign=member.campaign_id).order_by("-version").first()
    return newest is not None and not TutorialDone.objects.filter(member=member, tutorial=newest).exists()


def missing_step(member: Membership) -> str:
    """What has to be done before the exam; empty where nothing is."""
    if must_consent(member):
        return "agree to the newest version of the consent first"
    return "go through the tutorial first" if must_take_tutorial(member) else ""


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

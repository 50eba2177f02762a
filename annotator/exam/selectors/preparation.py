"""What has to be done before the exam."""

from __future__ import annotations

from annotator.models import Membership
from annotator.people.selectors.consents import consent_owed
from annotator.tutorial.selectors import must_take_tutorial


def missing_step(member: Membership) -> str:
    """What the person must do before the exam; empty if nothing."""
    if consent_owed(member):
        return "agree to the newest version of the consent first"
    return "complete the tutorial first" if must_take_tutorial(member) else ""

"""Who has joined and can only be admitted by a lead."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from annotator.exam.selectors.exams import RUNNING
from annotator.models import Exam, Membership
from annotator.people.selectors.memberships import annotators_in_training
from moments.models import Campaign


def waiting_for_lead(campaign: Campaign) -> QuerySet[Membership]:
    """The annotators in training while the campaign has no running exam; nobody where it has one."""
    running = Exam.objects.filter(campaign=OuterRef("campaign"), state__in=RUNNING)
    return annotators_in_training(campaign).filter(~Exists(running))

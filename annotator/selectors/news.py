"""What a person should look at: answers to their questions, and a guideline that was renewed."""

from __future__ import annotations

from django.db.models import QuerySet

from annotator.models import Guideline, GuidelineReading, Membership, Problem, ProblemKind


def unseen_answers(member: Membership) -> QuerySet[Problem]:
    """The person's questions that were answered and whose answers they have not put away, oldest answer first."""
    questions = Problem.objects.filter(annotator=member, kind=ProblemKind.QUESTION, seen_at=None)
    return questions.exclude(resolved_at=None).exclude(resolution="").order_by("resolved_at", "pk")


def must_read_guideline(member: Membership) -> bool:
    """Whether a version of the guideline was renewed since those that the person has read; at most two SQL queries."""
    renewed = Guideline.objects.filter(campaign=member.campaign_id, renewed=True).order_by("-version")
    newest = renewed.values_list("version", flat=True).first()
    if newest is None:
        return False
    return not GuidelineReading.objects.filter(annotator=member, guideline__version__gte=newest).exists()


def news_count(member: Membership) -> int:
    """How many things the person should look at: unseen answers, and the guideline where it is to be read."""
    return unseen_answers(member).order_by().count() + must_read_guideline(member)


def newest_version(member: Membership) -> int | None:
    """The newest version of the campaign's guideline; None where it has no words of its own."""
    versions = Guideline.objects.filter(campaign=member.campaign_id).order_by("-version")
    return versions.values_list("version", flat=True).first()

"""What a person should look at: messages, answers to their questions, and a guideline that was renewed."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from annotator.models import Guideline, GuidelineReading, Membership, MessageReceipt, Problem, ProblemKind


def unseen_answers(member: Membership | OuterRef) -> QuerySet[Problem]:
    """The person's questions that were answered and whose answers they have not dismissed, oldest answer first."""
    questions = Problem.objects.filter(annotator=member, kind=ProblemKind.QUESTION, seen_at=None)
    return questions.exclude(resolved_at=None).exclude(resolution="").order_by("resolved_at", "pk")


def unread_messages(member: Membership | OuterRef) -> QuerySet[MessageReceipt]:
    """The receipts of messages that the person has not said they have read, oldest first."""
    return MessageReceipt.objects.filter(member=member, read_at=None).order_by("sent_at", "pk")


def must_read_guideline(member: Membership) -> bool:
    """Whether a version of the guideline was renewed since those that the person has read; at most two SQL queries."""
    renewed = Guideline.objects.filter(campaign=member.campaign_id, renewed=True).order_by("-version")
    newest = renewed.values_list("version", flat=True).first()
    if newest is None:
        return False
    return not GuidelineReading.objects.filter(annotator=member, guideline__version__gte=newest).exists()


def news_count(member: Membership) -> int:
    """How many things the person should look at: unseen answers, unread messages, the guideline if it is to be read.

    As `with_news` found it with the member, else by one SQL query.
    """
    if not hasattr(member, "unseen"):
        (member,) = with_news(Membership.objects.filter(pk=member.pk)).only("pk")
    return (member.unseen or 0) + (member.messages_unread or 0) + bool(member.unread)  # type: ignore[attr-defined]  # annotated


def with_news(members: QuerySet[Membership]) -> QuerySet[Membership]:
    """The members, each with the columns that `news_count` reads for every claim."""
    mine, campaign = OuterRef("pk"), OuterRef("campaign_id")
    unseen = unseen_answers(mine).order_by().values("annotator").annotate(number=Count("pk")).values("number")
    untold = unread_messages(mine).order_by().values("member").annotate(number=Count("pk")).values("number")
    renewed = Guideline.objects.filter(campaign=campaign, renewed=True)
    later = Guideline.objects.filter(renewed=True, campaign=OuterRef("guideline__campaign"))
    later = later.filter(version__gt=OuterRef("guideline__version"))
    read = GuidelineReading.objects.filter(~Exists(later), annotator=mine)
    return members.annotate(
        unseen=Subquery(unseen), messages_unread=Subquery(untold), unread=Exists(renewed) & ~Exists(read)
    )


def newest_version(member: Membership) -> int | None:
    """The newest version of the campaign's guideline; None if it has no words of its own."""
    versions = Guideline.objects.filter(campaign=member.campaign_id).order_by("-version")
    return versions.values_list("version", flat=True).first()

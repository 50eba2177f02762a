"""Messages with their readers."""

from __future__ import annotations

from django.db.models import Count, Prefetch, QuerySet

from annotator.models import Membership, Message, MessageReceipt, Role
from annotator.models.people import GONE
from moments.models import Campaign


def people_to_tell(campaign: Campaign) -> QuerySet[Membership]:
    """The campaign's annotators who have not left the study, by pseudonym."""
    annotators = campaign.members.filter(role=Role.ANNOTATOR).exclude(user__username__startswith=GONE)
    return annotators.select_related("user").order_by("pseudonym")


def sent_messages(campaign: Campaign) -> QuerySet[Message]:
    """The campaign's messages with the people they were sent to, newest first. Two SQL queries."""
    receipts = MessageReceipt.objects.select_related("member__user").order_by("read_at", "member__pseudonym")
    sent = Message.objects.filter(campaign=campaign).order_by("-sent_at", "-pk")
    sent = sent.annotate(read_count=Count("receipts__read_at"))
    return sent.prefetch_related(Prefetch("receipts", receipts, to_attr="people"))

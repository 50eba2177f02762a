"""What leads tell people, and who has read it."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotator.models.people import Membership
from moments.models import Campaign

LONGEST_MESSAGE = 2000


class Message(models.Model):
    """A message from a lead to people of the campaign; it never changes. `actor` is the lead's pseudonym."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="messages")
    text = models.CharField(max_length=LONGEST_MESSAGE)
    actor = models.CharField(max_length=40)
    to_all = models.BooleanField(default=False)
    sent_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="message_has_text")]
        indexes = [models.Index(fields=["campaign", "sent_at"], name="message_sent")]


class MessageReceipt(models.Model):
    """A person to whom a message was sent, and when they confirmed that they had read it."""

    message = models.ForeignKey(Message, models.PROTECT, related_name="receipts")
    member = models.ForeignKey(Membership, models.PROTECT, related_name="messages", db_index=False)
    sent_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["message", "member"], name="message_once_a_person"),
            models.CheckConstraint(
                condition=Q(read_at=None) | Q(read_at__gte=F("sent_at")), name="message_read_after_sent"
            ),
        ]
        indexes = [
            models.Index(fields=["member"], condition=Q(read_at=None), name="message_unread"),
        ]

"""Sends messages to people and notes who has read them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from annotator.messages.selectors import people_to_tell
from annotator.models import Membership, Message, MessageReceipt
from annotator.models.messages import LONGEST_MESSAGE
from annotator.people.selectors.news import unread_messages
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.models import Campaign


@transaction.atomic
def send_message(
    *, campaign: Campaign, text: str, pseudonyms: Collection[str] | None, actor: str, now: datetime
) -> Message:
    """Send the text to these annotators, or to all of now (None); people who join later do not get it.

    Raises BadInput for a text that is empty or too long, for no people, and for anybody who is no annotator of the
    campaign or has left the study; then nobody gets it.
    """
    hold_campaign(campaign)
    text = text.replace("\r\n", "\n").strip()  # as a form counts the ends of lines
    if not text:
        raise BadInput("text: write a message")
    if len(text) > LONGEST_MESSAGE or "\0" in text:
        raise BadInput(f"text: expected at most {LONGEST_MESSAGE} characters")
    people = {member.pseudonym: member for member in people_to_tell(campaign)}
    chosen = people.keys() if pseudonyms is None else list(dict.fromkeys(pseudonyms))
    strangers = [pseudonym for pseudonym in chosen if pseudonym not in people]
    if strangers:
        raise BadInput(f"to: {strangers[0]} is not an annotator of this campaign or has left it")
    if not chosen:
        raise BadInput("to: choose at least one person" if people else "to: the campaign has no annotators yet")
    message = Message.objects.create(campaign=campaign, text=text, actor=actor, to_all=pseudonyms is None, sent_at=now)
    MessageReceipt.objects.bulk_create(
        MessageReceipt(message=message, member=people[pseudonym], sent_at=now) for pseudonym in chosen
    )
    return message


def mark_messages_read(*, member: Membership, messages: Collection[int], now: datetime) -> int:
    """Note that the person has read those of the messages that were sent to them; how many are newly read."""
    return unread_messages(member).filter(message__in=messages).order_by().update(read_at=now)

"""The leads' daily mails as a background job; a lost, late or doubled turn does no harm."""

from __future__ import annotations

from datetime import datetime

from consensus.digests.services import send_digests
from console.inbox.selectors.mail import inbox_mail


def send_inbox_mails(*, now: datetime) -> int:
    """Send the mails that are due; how many."""
    return send_digests(now=now, write_mail=inbox_mail)

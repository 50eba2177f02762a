"""Mails leads once a day how much waits in their inbox: counts and links, never a text of the corpus.

At most once a day: a mail is noted as sent before it is handed to the server, by one UPDATE that one worker wins.
One that the server did not take is logged and not tried again until the next day, so that a server that is down
neither holds up the worker nor gets a lead the same mail twice; waiting items are in the inbox anyway.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from smtplib import SMTPException

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.validators import validate_email
from django.db import Error

from annotator.models import Membership, Role
from consensus.digests.mail_setting import Mail
from consensus.digests.selectors import digests_by_campaign, is_due
from consensus.models import LeadDigest
from moments.base.errors import BadInput
from moments.base.plain_errors import kind_of, place_of
from moments.jobs.services.steps import Steps, each_in_turn, renew_connection
from moments.models import Campaign

LONGEST_ADDRESS = 254
PATIENCE_S = 10
STEP = "send digests"
logger = logging.getLogger("reelevance.digests")


@dataclass(frozen=True, slots=True)
class WrittenMail:
    """What a mail says."""

    subject: str
    body: str


WriteMail = Callable[[Campaign, str], WrittenMail | None]
"""Writes the mail of a campaign's inbox with links to the site; None if nothing waits."""


class UnsentError(Exception):
    """A mail that could not be created; gives the error's kind and place, because its text may contain the address."""


def set_digest(*, member: Membership, address: str, hour: str, now: datetime) -> LeadDigest:
    """Turn the lead's daily mail on; raises BadInput for anybody else, and for what is no address or hour."""
    if member.role != Role.LEAD:
        raise BadInput("only leads of the campaign get this e-mail")
    try:
        validate_email(address)
    except ValidationError as error:
        raise BadInput("address: expected an e-mail address") from error
    if len(address) > LONGEST_ADDRESS:
        raise BadInput(f"address: expected at most {LONGEST_ADDRESS} characters")
    if not (hour.isascii() and hour.isdigit() and int(hour[:3]) <= 23):
        raise BadInput("hour: expected 0 to 23")
    digest, _ = LeadDigest.objects.update_or_create(member=member, defaults={"address": address, "hour": int(hour)})
    return digest


def stop_digest(*, member: Membership) -> None:
    """Turn it off."""
    LeadDigest.objects.filter(member=member).delete()


def send_digests(*, now: datetime, write_mail: WriteMail) -> int:
    """Send every mail that is due, each by the worker that noted it first; how many. Needs a mail server.

    `write_mail` says what the inbox of a lead holds. A mail that could not be made is tried again later, and stops no
    other.
    """
    mail: Mail | None = settings.MAIL
    if mail is None:
        return 0
    steps = Steps(STEP, now=now)
    send = partial(_send_due, mail=mail, write_mail=write_mail, now=now)
    sent = [steps.attempt(STEP, partial(send, own), campaign=campaign) for campaign, own in digests_by_campaign()]
    steps.clear_gone()
    return sum(filter(None, sent))


def _send_due(digests: Sequence[LeadDigest], *, mail: Mail, write_mail: WriteMail, now: datetime) -> int:
    due = [digest for digest in digests if is_due(digest, now)]
    return sum(each_in_turn(lambda digest: _take(digest, mail, write_mail, now), due))


def _take(digest: LeadDigest, mail: Mail, write_mail: WriteMail, now: datetime) -> bool:
    """Note the mail as sent and send it; False if another worker noted it first."""
    if not LeadDigest.objects.filter(pk=digest.pk, sent_at=digest.sent_at).update(sent_at=now):
        return False
    try:
        return _send(digest, mail, write_mail)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        renew_connection()
        with suppress(Error):
            LeadDigest.objects.filter(pk=digest.pk, sent_at=now).update(sent_at=digest.sent_at)
        raise UnsentError(f"{kind_of(error)} at {place_of(error, settings.BASE_DIR)}") from None


def _send(digest: LeadDigest, mail: Mail, write_mail: WriteMail) -> bool:
    """Hand the mail to the server; False if nothing waits, or the server does not take it."""
    campaign = digest.member.campaign
    written = write_mail(campaign, mail.site)
    if written is None:
        return False
    try:
        return bool(_addressed(written, digest, mail).send())
    except (OSError, SMTPException) as error:
        what = type(error).__name__  # its words may hold the address
        logger.warning("the mail for a lead of %s was refused (%s); the next one is due tomorrow", campaign.slug, what)
        return False


def _addressed(written: WrittenMail, digest: LeadDigest, mail: Mail) -> EmailMessage:
    return EmailMessage(
        subject=written.subject,
        body=written.body,
        from_email=mail.sender,
        to=[digest.address],
        headers={"Auto-Submitted": "auto-generated"},
        connection=EmailBackend(
            host=mail.host,
            port=mail.port,
            username=mail.user,
            password=mail.password,
            use_tls=mail.tls == "starttls",
            use_ssl=mail.tls == "tls",
            timeout=PATIENCE_S,
        ),
    )

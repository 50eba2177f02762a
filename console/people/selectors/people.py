"""The people of a campaign as their lead sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.http import Http404

from annotator.asking.selectors.people import MarkingPerson, work_of_people
from annotator.asking.selectors.work_time import kept_time_spent
from annotator.models import Membership, Role, Standing
from annotator.models.people import GONE
from annotator.people.selectors.access import ADMIN, Lead
from annotator.people.selectors.consents import newest_consent
from annotator.people.selectors.lockouts import locked_until
from annotator.people.selectors.resets import memberships_beyond

LONGEST_FIND = 40


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member, and what the viewer may see and do.

    `worker_id` is empty for leads, whom only admins see by it, and for who has left. `agreed` is the newest version of
    the consent that they agreed to, `owes` whether there is a newer one. `acts`: the viewer decides about them;
    `resets`: the viewer may make them a link to a new password; `grants_pay`: the viewer may let them settle pay.
    `work` is known where segments are marked.
    """

    member: Membership
    worker_id: str
    agreed: int | None
    owes: bool
    locked_until: datetime | None
    has_left: bool
    acts: bool
    resets: bool
    grants_pay: bool
    work: MarkingPerson | None = None


def people_of(lead: Lead, *, find: str = "", standing: str = "") -> QuerySet[Membership]:
    """The members, newest first; of those only who has that standing, and who is called `find`.

    That is the pseudonym, the worker ID or a part of the private label.
    """
    more = memberships_beyond(_led_by(lead)).filter(user=OuterRef("user"))
    members = lead.campaign.members.select_related("user", "campaign").annotate(
        agreed=Max("consents_given__consent__version"), opens_more=Exists(more)
    )
    if find:
        by_worker_id = Q(user__username=find, role=Role.ANNOTATOR) & ~Q(user__username__startswith=GONE)
        by_label = Q(private_label__icontains=find)
        members = members.filter(Q(pseudonym=find) | by_worker_id | by_label)
    if standing in Standing.values:
        annotators = Q(role=Role.ANNOTATOR) | Q(standing=Standing.SUSPENDED)  # a lead's standing says nothing else
        members = members.filter(annotators, standing=standing)
    return members.order_by("-joined_at", "-pk")


def _led_by(lead: Lead) -> QuerySet[Membership, int]:
    """The campaigns that the lead leads, this one among them; none for an admin."""
    themselves = {"user__memberships__campaign": lead.campaign, "user__memberships__pseudonym": lead.actor}
    led = Membership.objects.filter(role=Role.LEAD, **themselves).exclude(standing=Standing.SUSPENDED)
    return led.values_list("campaign", flat=True)


def person_rows(lead: Lead, members: Sequence[Membership], *, now: datetime) -> list[MemberRow]:
    """What is shown of those of `people_of`, in two SQL queries, and in four more where segments are marked."""
    newest = newest_consent(lead.campaign)
    locked = locked_until([member.user.username for member in members], now=now)
    rows = [_row(lead, member, newest.version if newest else 0, locked) for member in members]
    if not lead.campaign.is_marked:
        return rows
    people = work_of_people(lead.campaign, kept_time_spent(lead.campaign), now=now)
    work = {one.member.pk: one for one in people}
    return [replace(row, work=work.get(row.member.pk)) for row in rows]


def member_row(lead: Lead, pseudonym: str) -> MemberRow:
    """The member of that pseudonym; raises Http404 if there is none."""
    member = people_of(lead).filter(pseudonym=pseudonym).first()
    if member is None:
        raise Http404("no such person")
    return _row(lead, member, 0, {})


def _row(lead: Lead, member: Membership, newest: int, locked: dict[str, datetime]) -> MemberRow:
    is_admin, is_annotator = lead.actor == ADMIN, member.role == Role.ANNOTATOR
    agreed: int | None = getattr(member, "agreed", None)
    has_left = member.user.has_left
    opens_more = getattr(member, "opens_more", True) or member.user.is_superuser
    return MemberRow(
        member=member,
        worker_id=member.user.username if (is_admin or is_annotator) and not has_left else "",
        agreed=agreed,
        owes=is_annotator and (agreed or 0) < newest,
        locked_until=locked.get(member.user.username),
        has_left=has_left,
        acts=(is_admin or is_annotator) and not has_left,
        resets=(is_admin or not opens_more) and member.user.is_active,
        grants_pay=is_admin
        and not is_annotator
        and not member.user.is_superuser
        and member.user.is_active
        and member.standing != Standing.SUSPENDED,
    )

"""The right to settle pay: for leads alone, each change once and in the ledger, gone with a suspension."""

import json

import pytest
from django.db import IntegrityError, transaction

from annotator.models import Membership, PayAdjustment, Role, Standing, User
from annotator.people.services.rights import grant_pay, revoke_pay
from annotator.seats.services.standings import set_standing
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import NOW, make_campaign, make_lead, make_member

pytestmark = pytest.mark.django_db


def recorded() -> list[tuple[str, str, str]]:
    entries = LedgerEntry.objects.filter(kind__in=["pay_granted", "pay_revoked"]).order_by("number")
    read = [(entry.kind, json.loads(entry.payload)) for entry in entries]
    return [(kind, payload["person"], payload.get("reason", "")) for kind, payload in read]


def test_the_right_is_given_and_taken_back_once_each_in_the_ledger() -> None:
    lead = make_lead(make_campaign())
    assert [grant_pay(member=lead, now=NOW, actor="admin") for _ in range(2)] == [True, False]
    assert Membership.objects.get(pk=lead.pk).settles_pay
    assert [revoke_pay(member=lead, now=NOW, actor="admin", reason="moved on") for _ in range(2)] == [True, False]
    assert not Membership.objects.get(pk=lead.pk).settles_pay
    assert recorded() == [("pay_granted", lead.pseudonym, ""), ("pay_revoked", lead.pseudonym, "moved on")]


def test_a_suspension_takes_the_right_and_its_end_does_not_give_it_back() -> None:
    lead = make_lead(make_campaign())
    grant_pay(member=lead, now=NOW, actor="admin")
    set_standing(member=lead, standing=Standing.SUSPENDED, now=NOW, actor="admin", reason="left")
    set_standing(member=lead, standing=Standing.QUALIFIED, now=NOW, actor="admin")
    assert not Membership.objects.get(pk=lead.pk).settles_pay
    assert recorded()[-1] == ("pay_revoked", lead.pseudonym, "left")


def test_who_cannot_hold_the_right_is_refused() -> None:
    campaign = make_campaign()
    annotator, suspended, closed, admin = make_member(campaign), *(make_lead(campaign) for _ in range(3))
    set_standing(member=suspended, standing=Standing.SUSPENDED, now=NOW, actor="admin")
    User.objects.filter(pk=closed.user_id).update(is_active=False)
    User.objects.filter(pk=admin.user_id).update(is_staff=True, is_superuser=True)
    reasons = {annotator: "only leads", suspended: "is suspended", closed: "is closed", admin: "settle pay anyway"}
    for member, reason in reasons.items():
        with pytest.raises(BadInput, match=reason):
            grant_pay(member=Membership.objects.get(pk=member.pk), now=NOW, actor="admin")
    assert (recorded(), Membership.objects.filter(settles_pay=True).count()) == ([], 0)


@pytest.mark.parametrize("change", [{"role": Role.ANNOTATOR}, {"standing": Standing.SUSPENDED}])
def test_the_database_lets_only_leads_at_work_hold_it(change: dict[str, str]) -> None:
    lead = make_lead(make_campaign())
    grant_pay(member=lead, now=NOW, actor="admin")
    with pytest.raises(IntegrityError, match="member_settles_pay_as_lead"), transaction.atomic():
        Membership.objects.filter(pk=lead.pk).update(**change)


def test_the_database_lets_nobody_adjust_their_own_pay() -> None:
    lead = make_lead(make_campaign())
    own = {"annotator": lead, "amount": "1.00", "reason": "x", "adjusted_at": NOW}
    with pytest.raises(IntegrityError, match="nobody adjusts their own pay"), transaction.atomic():
        PayAdjustment.objects.create(actor=lead.pseudonym, **own)
    assert PayAdjustment.objects.create(actor="admin", **own).pk

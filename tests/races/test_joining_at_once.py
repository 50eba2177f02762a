"""Many open one invite at once, and links to a new password are used while rights change. Runs on both databases."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connection, transaction
from django.utils import timezone

from annotator.joining.services.admitting import suspend_person
from annotator.joining.services.consents import decline_consent, give_consent, save_consent
from annotator.joining.services.invites import InviteClosed, make_invite
from annotator.joining.services.joining import join_as_newcomer, join_with_account
from annotator.models import Invite, Membership, ResetLink, Role, Standing, User
from annotator.people.services.people import join_campaign
from annotator.people.services.resets import LinkOver, make_reset_link, use_reset_link
from annotator.seats.services.standings import set_account
from consensus.people.services.leaving import leave_study
from moments.base.errors import BadInput
from tests.factories import make_admin, make_campaign, make_member, make_user
from tests.races.test_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "!"  # no password


def invited(uses: int) -> Invite:
    campaign = make_campaign()
    return make_invite(campaign=campaign, uses=uses, days=1, note="", now=timezone.now(), actor="lead").invite


def newcomer(invite: Invite, name: str) -> Membership:
    return join_as_newcomer(invite=invite, worker_id=name, secret=SECRET, consent_version=None, now=timezone.now())


def test_no_more_people_get_in_than_there_are_places() -> None:
    invite = invited(2)
    results = at_once(*[lambda n=n: newcomer(invite, f"w-{n}") for n in range(6)])
    kinds = sorted(type(result).__name__ for result in results)
    assert kinds == [InviteClosed.__name__] * 4 + [Membership.__name__] * 2
    invite.refresh_from_db()
    assert (invite.uses, User.objects.count(), Membership.objects.count()) == (2, 2, 2)


def test_one_form_sent_many_times_at_once_makes_one_account_and_uses_one_place() -> None:
    invite = invited(5)
    results = at_once(*[lambda: newcomer(invite, "w-same") for _ in range(4)])
    assert sum(isinstance(result, Membership) for result in results) == 1
    invite.refresh_from_db()
    assert (invite.uses, User.objects.count()) == (1, 1)


def test_one_account_joins_once() -> None:
    invite, user = invited(5), make_user()
    join = {"invite": invite, "consent_version": None, "now": timezone.now()}
    results = at_once(*[lambda: join_with_account(user=user, **join) for _ in range(4)])
    assert sum(isinstance(result, Membership) for result in results) == 1
    invite.refresh_from_db()
    assert (invite.uses, Membership.objects.count()) == (1, 1)


def test_a_reset_link_sets_one_password() -> None:
    member = make_member(make_campaign())
    make_reset_link(member=member, issuer=make_admin(), now=timezone.now(), actor="admin")
    link = ResetLink.objects.select_related("user").get()
    secrets = [f"!{n}" for n in range(4)]
    use = {"link": link, "now": timezone.now()}
    results = at_once(*[lambda secret=secret: use_reset_link(secret=secret, **use) for secret in secrets])
    won = results.index(None)
    assert [isinstance(result, LinkOver) for result in results].count(True) == 3
    member.user.refresh_from_db()
    assert (member.user.password, member.user.session_epoch) == (secrets[won], 1)


def handed_over(member: Membership) -> ResetLink:
    make_reset_link(member=member, issuer=make_admin(), now=timezone.now(), actor="admin")
    return ResetLink.objects.select_related("user").get(user=member.user, revoked_at=None)


def test_a_link_waits_for_a_change_of_rights_that_is_on_its_way_and_ends_with_it() -> None:
    member, other = make_member(make_campaign()), make_campaign("other")
    link, before, results = handed_over(member), member.user.password, []

    def use() -> None:
        try:
            results.append(use_reset_link(link=link, secret="!", now=timezone.now()))
        except LinkOver:
            results.append("over")
        finally:
            connection.close()

    user = threading.Thread(target=use)
    with transaction.atomic():
        join_campaign(user=member.user, campaign=other, role=Role.LEAD, now=timezone.now())
        user.start()
        time.sleep(0.3)
        assert results == []
    user.join(60)
    member.user.refresh_from_db()
    assert (results, member.user.password) == (["over"], before)


def test_links_and_changes_of_rights_at_once_do_not_wait_for_each_other_in_a_ring() -> None:
    boss, now = make_admin(), timezone.now()

    def all_at_once(turn: int) -> list[object]:
        member, other = make_member(make_campaign(f"films-{turn}")), make_campaign(f"other-{turn}")
        link, user = handed_over(member), member.user
        return at_once(
            lambda: use_reset_link(link=link, secret="!", now=now),
            lambda: make_reset_link(member=member, issuer=boss, now=now, actor="admin"),
            lambda: suspend_person(member=member, reason="x", now=now, actor="lead"),
            lambda: set_account(user=User.objects.get(pk=user.pk), is_active=False, now=now, actor="admin"),
            lambda: join_campaign(user=user, campaign=other, role=Role.ANNOTATOR, now=now),
            lambda: leave_study(user=User.objects.get(pk=user.pk), now=now),
        )

    results = [result for turn in range(8) for result in all_at_once(turn)]
    assert {type(result) for result in results if isinstance(result, Exception)} <= {LinkOver, BadInput}


def test_nobody_agrees_or_declines_their_way_out_of_a_suspension() -> None:
    member = make_member(make_campaign(), standing=Standing.INVITED)
    save_consent(campaign=member.campaign, text="Agree?", seen_version=None, actor="lead", now=timezone.now())
    answer = {"version": 1, "now": timezone.now()}

    def known() -> Membership:
        return Membership.objects.select_related("campaign").get(pk=member.pk)

    at_once(
        lambda: suspend_person(member=known(), reason="x", now=timezone.now(), actor="lead"),
        lambda: decline_consent(member=known(), **answer),
        lambda: give_consent(member=known(), **answer),
    )
    assert known().standing == Standing.SUSPENDED


def test_somebody_leaves_once() -> None:
    member = make_member(make_campaign())
    results = at_once(*[lambda: leave_study(user=member.user, now=timezone.now()) for _ in range(3)])
    gone = [result for result in results if isinstance(result, str)]
    assert [isinstance(result, BadInput) for result in results].count(True) == 2
    assert [User.objects.get().username] == gone

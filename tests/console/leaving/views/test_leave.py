"""Leaving the study: the account is gone, its scores are kept or void, its pay stays."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from annotator.joining.selectors.leaving import leaving_terms
from annotator.joining.services.leaving_policy import set_leaving
from annotator.models import ApiToken, Leaving, ResetLink, Score, Seat, SeatState, Staffing, Standing, User
from annotator.people.services.people import issue_token
from annotator.people.services.resets import make_reset_link
from consensus.models import Verdict
from consensus.people.selectors.voiding import preview_voiding
from consensus.people.services.leaving import leave_study
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import (
    NOW,
    PASSWORD,
    claim,
    make_admin,
    make_campaign,
    make_lead,
    make_member,
    opened_campaign,
    score_all,
    settle,
    submit,
)

pytestmark = pytest.mark.django_db
LEAVE = "/leave/"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def terms_on(client: Client) -> str:
    found = re.search(r'name="terms" value="([^"]*)"', client.get(LEAVE).content.decode())
    return found.group(1) if found else ""


def leave(client: Client, password: str = PASSWORD):
    return client.post(LEAVE, {"password": password, "terms": terms_on(client)})


def test_the_account_is_gone_and_the_scores_are_kept_under_the_pseudonym() -> None:
    campaign, (one, two) = opened_campaign(pairs=4)
    former = one.user.username
    token = issue_token(user=one.user, now=NOW)
    make_reset_link(member=one, issuer=make_admin(), now=NOW, actor="admin")
    logged = {"content_type": ContentType.objects.get_for_model(User), "object_repr": former, "action_flag": 2}
    LogEntry.objects.create(user=make_admin(), object_id=one.user_id, **logged)
    for seat in claim(one, 2):
        submit(one, seat, 3)
    here, elsewhere = signed_in(one.user), signed_in(one.user)
    page = here.get(LEAVE).content.decode()
    assert "2 scores stay in the study" in page
    answer = leave(here)
    gone = User.objects.get(pk=one.user_id)
    assert answer.status_code == 200
    assert f'class="worker-id">{gone.username}<' in answer.content.decode()
    assert gone.username.startswith("gone-")
    assert (gone.is_active, gone.has_usable_password()) == (False, False)
    assert not User.objects.filter(username=former).exists()
    assert (ResetLink.objects.count(), ApiToken.objects.filter(revoked_at=None).count()) == (0, 0)
    assert former not in str(list(LogEntry.objects.values())) + str(list(LedgerEntry.objects.values()))
    program = Client(headers={"Authorization": f"Token {token}"})
    assert {client.get("/api/v1/me/").status_code for client in (here, elsewhere, program)} == {401}
    assert Client().post("/sign-in/", {"username": former, "password": PASSWORD}).status_code == 200
    one.refresh_from_db()
    assert one.standing == Standing.SUSPENDED
    assert list(Seat.objects.filter(annotator=one).values_list("state", flat=True)) == [SeatState.SCORED] * 2
    assert Score.objects.filter(annotator=one, current=True).count() == 2
    assert len(claim(two, 20)) == 4
    assert list(breaches(campaign, now=NOW, sweep_s=5)) == []


def test_where_the_campaign_says_so_the_scores_are_void() -> None:
    campaign, members = opened_campaign(pairs=4)
    Staffing.objects.create(campaign=campaign, leaving=Leaving.VOID)
    score_all(members)
    settle(campaign)
    assert Verdict.objects.filter(superseded=False).count() == 4
    client = signed_in(members[0].user)
    assert "4 scores are voided" in client.get(LEAVE).content.decode()
    leave(client)
    assert Verdict.objects.filter(superseded=False).count() == 0
    assert not Seat.objects.filter(annotator=members[0], superseded=False).exists()
    left = LedgerEntry.objects.get(kind="person_left")
    assert '"scores":"voided"' in left.payload
    assert list(breaches(campaign, now=NOW, sweep_s=5)) == []


def test_terms_that_changed_meanwhile_are_shown_anew_and_nothing_is_done() -> None:
    campaign, (one, _) = opened_campaign(pairs=4)
    for seat in claim(one, 2):
        submit(one, seat, 3)
    client = signed_in(one.user)
    sent = {"password": PASSWORD, "terms": terms_on(client)}
    set_leaving(campaign=campaign, leaving=Leaving.VOID, now=NOW, actor="lead")
    answer = client.post(LEAVE, sent)
    assert (answer.status_code, "2 scores are voided" in answer.content.decode()) == (409, True)
    assert client.post(LEAVE, {"password": PASSWORD}).status_code == 409
    assert User.objects.get(pk=one.user_id).is_active
    assert leave(client).status_code == 200


def test_only_the_scores_that_will_be_void_are_numbered() -> None:
    campaign, (one, _) = opened_campaign(pairs=4)
    Staffing.objects.create(campaign=campaign, leaving=Leaving.VOID)
    for seat, purpose in zip(claim(one, 3), ("campaign", "gold", "repeat"), strict=True):
        submit(one, seat, 3)
        Seat.objects.filter(pk=seat.pk).update(purpose=purpose)
    (terms,) = leaving_terms(one.user)
    assert terms.scores == preview_voiding(member=one).scores == 1


def test_every_campaign_of_the_person_is_left_by_its_own_policy() -> None:
    campaign, (one, _) = opened_campaign(pairs=2)
    other, _ = opened_campaign("other", pairs=2)
    further = make_member(other, user=one.user)
    Staffing.objects.create(campaign=other, leaving=Leaving.VOID)
    for member in (one, further):
        submit(member, claim(member, 1)[0], 2)
    leave(signed_in(one.user))
    payloads = dict(LedgerEntry.objects.filter(kind="person_left").values_list("campaign__slug", "payload"))
    assert ('"kept"' in payloads["films"], '"voided"' in payloads["other"]) == (True, True)


def test_a_wrong_password_changes_nothing_and_is_counted() -> None:
    member = make_member(make_campaign())
    client = signed_in(member.user)
    answers = [leave(client, "wrong").status_code for _ in range(5)]
    assert answers == [400, 400, 400, 400, 429]
    assert leave(client).status_code == 429
    assert User.objects.get(pk=member.user_id).is_active


def test_leads_and_admins_do_not_leave_by_themselves() -> None:
    lead = make_lead(make_campaign())
    for user in (lead.user, make_admin()):
        assert signed_in(user).get(LEAVE).status_code == 403
        assert leave(signed_in(user)).status_code == 403
        with pytest.raises(BadInput, match="leads a campaign or belongs to an admin"):
            leave_study(user=user, now=NOW, actor="admin")


def test_nobody_leaves_twice() -> None:
    member = make_member(make_campaign())
    gone = leave_study(user=member.user, now=NOW)
    for known in (member.user, User.objects.get(username=gone)):
        with pytest.raises(BadInput, match="already left"):
            leave_study(user=known, now=NOW)


def test_the_suspended_may_leave_too() -> None:
    member = make_member(make_campaign(), standing=Standing.SUSPENDED)
    assert leave(signed_in(member.user)).status_code == 200

"""People: joining, standing, becoming an admin; each step in the ledger."""

import json

import pytest

from annotator.models import Role, Standing, User
from annotator.people.services.people import join_campaign, make_admin, unmake_admin
from annotator.seats.services.standings import set_standing
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import NOW, make_campaign, make_lead, make_member, make_user
from tests.factories import make_admin as admin_account

pytestmark = pytest.mark.django_db


def recorded(campaign) -> list[tuple[str, dict[str, object]]]:
    entries = LedgerEntry.objects.filter(campaign=campaign, kind__startswith="person_").order_by("number")
    return [(entry.kind, json.loads(entry.payload)) for entry in entries]


def test_joining_stands_in_the_ledger_under_a_pseudonym() -> None:
    campaign = make_campaign()
    member = make_member(campaign)
    assert recorded(campaign) == [
        ("person_joined", {"person": member.pseudonym, "role": "annotator", "standing": "qualified"})
    ]
    assert member.user.username not in str(recorded(campaign))


def test_a_standing_changes_once_and_is_recorded() -> None:
    campaign = make_campaign()
    member = make_member(campaign, standing=Standing.TRAINING)
    moved = [set_standing(member=member, standing=Standing.QUALIFIED, now=NOW, actor="x") for _ in range(2)]
    assert moved == [True, False]
    assert [kind for kind, _ in recorded(campaign)] == ["person_joined", "person_standing"]


def test_an_admin_does_not_become_an_annotator() -> None:
    with pytest.raises(BadInput, match="is an admin; admins cannot score pairs"):
        join_campaign(user=admin_account(), campaign=make_campaign(), role=Role.ANNOTATOR, now=NOW)


def test_an_annotator_does_not_become_an_admin() -> None:
    member = make_member(make_campaign())
    with pytest.raises(BadInput, match="is an annotator; admins cannot score pairs"):
        make_admin(user=member.user, now=NOW, actor="x")
    assert not User.objects.get(pk=member.user_id).is_superuser


def test_a_lead_may_become_an_admin_and_the_ledger_says_so() -> None:
    campaign = make_campaign()
    lead = make_lead(campaign)
    make_admin(user=lead.user, now=NOW, actor="x")
    assert User.objects.get(pk=lead.user_id).is_admin
    assert recorded(campaign)[-1] == ("person_made_admin", {"person": lead.pseudonym})
    make_admin(user=make_user(), now=NOW, actor="x")


def test_who_is_made_admin_no_longer_stands_in_the_ledgers_of_their_campaigns() -> None:
    lead = make_lead(make_campaign())
    make_admin(user=lead.user, now=NOW, actor="administration")

    assert unmake_admin(user=lead.user, now=NOW, actor="administration")
    assert not unmake_admin(user=lead.user, now=NOW, actor="administration")
    kinds = lead.campaign.ledger.order_by("-number").values_list("kind", flat=True)[:2]
    assert list(kinds) == ["person_unmade_admin", "person_made_admin"]

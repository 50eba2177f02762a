"""Consent: asked of everybody, asked again for a new version, may be declined."""

import pytest

from annotator.joining.services.admitting import qualify_person, resume_person
from annotator.joining.services.consents import save_consent
from annotator.models import ConsentGiven, SeatState, Standing
from annotator.seats.services.standings import set_standing
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import NOW, claim, make_campaign, make_member, opened_campaign

pytestmark = pytest.mark.django_db
CONSENT = "/c/films/consent/"
DESK = "/c/films/score/"


@pytest.fixture
def world(client):
    campaign, (one, _) = opened_campaign()
    save_consent(campaign=campaign, text="# First", seen_version=None, actor="lead", now=NOW)
    client.force_login(one.user)
    return campaign, one


def agree(client, version: int, **fields: str):
    return client.post(CONSENT, {"version": str(version), "agree": "on", **fields})


def standing(member) -> str:
    member.refresh_from_db()
    return member.standing


def test_the_desk_asks_for_the_newest_version_and_then_opens(client, world) -> None:
    campaign, one = world
    assert client.get(DESK).url == CONSENT
    assert "<h3>First</h3>" in client.get(CONSENT).content.decode()
    assert agree(client, 1).url == DESK
    assert client.get(DESK).status_code == 200
    save_consent(campaign=campaign, text="# Second", seen_version=1, actor="lead", now=NOW)
    assert client.get(DESK).url == CONSENT
    assert agree(client, 2).url == DESK
    given = ConsentGiven.objects.filter(member=one).order_by("pk").values_list("consent__version", flat=True)
    assert list(given) == [1, 2]
    assert "You agreed to this on" in client.get(CONSENT).content.decode()


def test_agreeing_twice_is_noted_once(client, world) -> None:
    assert [agree(client, 1).status_code, agree(client, 1).status_code] == [302, 302]
    assert ConsentGiven.objects.count() == 1
    assert LedgerEntry.objects.filter(kind="consent_given").count() == 1


def test_declining_takes_the_queue_and_agreeing_later_gives_it_back(client, world) -> None:
    _, one = world
    assert len(claim(one, 3)) == 3
    assert client.post(CONSENT, {"version": "1", "do": "decline"}).url == CONSENT
    assert standing(one) == Standing.INVITED
    assert not one.seats.filter(state__in=[SeatState.HELD, SeatState.RESERVED]).exists()
    assert claim(one, 3) == []
    assert "You have not agreed" in client.get(CONSENT).content.decode()
    agree(client, 1)
    assert standing(one) == Standing.QUALIFIED
    assert len(claim(one, 3)) == 3
    kinds = list(LedgerEntry.objects.filter(kind__startswith="consent_").values_list("kind", flat=True))
    assert kinds == ["consent_saved", "consent_declined", "consent_given"]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"version": "1"}, 400),
        ({"version": "2", "agree": "on"}, 409),
        ({"agree": "on"}, 409),
        ({"version": "2", "do": "decline"}, 409),
        ({"version": "x", "agree": "on"}, 400),
        ({"version": "٣", "agree": "on"}, 400),
    ],
)
def test_what_is_not_the_version_in_force_changes_nothing(client, world, sent, status: int) -> None:
    _, one = world
    assert client.post(CONSENT, sent).status_code == status
    assert (ConsentGiven.objects.count(), standing(one)) == (0, Standing.QUALIFIED)


def test_what_was_agreed_to_is_not_declined(client, world) -> None:
    _, one = world
    agree(client, 1)
    assert client.post(CONSENT, {"version": "1", "do": "decline"}).status_code == 409
    assert standing(one) == Standing.QUALIFIED


def test_a_campaign_without_consent_says_so(client) -> None:
    client.force_login(make_member(make_campaign()).user)
    assert "does not ask for consent" in client.get(CONSENT).content.decode()
    assert client.get(DESK).status_code == 200
    assert client.post(CONSENT, {"version": "1", "agree": "on"}).status_code == 409


@pytest.mark.parametrize(
    ("text", "seen", "message"),
    [
        ("# First", 1, "has not changed"),
        (" \n ", 1, "empty"),
        ("[" * 2000, 1, "brackets"),
        ("x\0", 1, "NUL"),
        ("x" * 20_001, 1, "characters"),
        ("other", None, "meantime"),
        ("other", 2, "meantime"),
    ],
)
def test_a_text_that_cannot_stand_is_refused(world, text: str, seen: int | None, message: str) -> None:
    campaign, _ = world
    with pytest.raises(BadInput, match=message):
        save_consent(campaign=campaign, text=text, seen_version=seen, actor="lead", now=NOW)
    assert campaign.consents.count() == 1


def test_who_owes_a_consent_is_not_qualified_by_hand_and_resumes_before_it(world) -> None:
    campaign, one = world
    two = make_member(campaign, standing=Standing.TRAINING)
    with pytest.raises(BadInput, match="has not agreed"):
        qualify_person(member=two, reason="good", now=NOW, actor="lead")
    set_standing(member=one, standing=Standing.SUSPENDED, now=NOW, actor="lead")
    assert resume_person(member=one, reason="", now=NOW, actor="lead") == Standing.INVITED

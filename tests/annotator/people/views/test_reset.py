"""One-time links to a new password."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.utils import timezone

from annotator.models import ResetLink
from annotator.people.services.resets import make_reset_link
from annotator.seats.services.standings import set_account
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import NOW, PASSWORD, make_admin, make_campaign, make_member

pytestmark = pytest.mark.django_db
WORDS = "correct horse battery"


@pytest.fixture
def member():
    return make_member(make_campaign())


def link_for(member, *, ago: timedelta = timedelta()) -> str:
    return f"/reset/{make_reset_link(member=member, issuer=make_admin(), now=timezone.now() - ago, actor='admin')}/"


def choose(link: str, client: Client | None = None, **fields: str):
    sent = {"new_password1": WORDS, "new_password2": WORDS, **fields}
    return (client or Client()).post(link, sent)


def signs_in(member, password: str) -> bool:
    return Client().post("/sign-in/", {"username": member.user.username, "password": password}).status_code == 302


def test_a_link_sets_one_password_ends_every_session_and_unlocks(member) -> None:
    elsewhere = Client()
    elsewhere.force_login(member.user)
    for _ in range(5):
        signs_in(member, "wrong")
    link = link_for(member)
    assert member.user.username in Client().get(link).content.decode()
    assert choose(link).url == "/sign-in/"
    assert AccessAttempt.objects.count() == 0
    assert (signs_in(member, WORDS), signs_in(member, PASSWORD)) == (True, False)
    assert elsewhere.get("/api/v1/me/").status_code == 401
    assert (choose(link).status_code, Client().get(link).status_code) == (410, 410)
    kinds = LedgerEntry.objects.filter(kind__contains="reset").order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["person_reset_link", "person_password_reset"]


def test_a_newer_link_revokes_the_older_ones(member) -> None:
    old, new = link_for(member), link_for(member)
    assert [choose(old).status_code, choose(new).status_code] == [410, 302]


def test_a_link_is_good_for_a_day(member) -> None:
    assert choose(link_for(member, ago=timedelta(hours=24, seconds=1))).status_code == 410
    assert choose(link_for(member, ago=timedelta(hours=23, minutes=59))).status_code == 302


def test_a_link_of_a_closed_account_sets_nothing(member) -> None:
    link = link_for(member)
    set_account(user=member.user, is_active=False, now=NOW, actor="admin")
    assert choose(link).status_code == 410
    with pytest.raises(BadInput, match="closed"):
        link_for(member)


@pytest.mark.parametrize("forged", ["x", "A" * 43, "%00"])
def test_a_made_up_link_is_404(member, forged: str) -> None:
    link_for(member)
    assert Client().get(f"/reset/{forged}/").status_code == 404


@pytest.mark.parametrize(
    "fields", [{"new_password2": "other"}, {"new_password1": "short", "new_password2": "short"}, {"new_password1": ""}]
)
def test_a_password_that_cannot_stand_leaves_the_link_good(member, fields) -> None:
    link = link_for(member)
    answer = choose(link, **fields)
    assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (400, True)
    assert signs_in(member, PASSWORD)
    assert choose(link).status_code == 302


def test_the_secret_is_kept_nowhere(member) -> None:
    secret = link_for(member).split("/")[2]
    assert secret not in str(list(ResetLink.objects.values())) + str(list(LedgerEntry.objects.values()))


def test_a_closed_account_stays_signed_out_when_it_is_opened_again(member) -> None:
    client = Client()
    client.force_login(member.user)
    assert client.get("/api/v1/me/").status_code == 200
    for is_active in (False, True):
        set_account(user=member.user, is_active=is_active, now=NOW, actor="admin")
        assert client.get("/api/v1/me/").status_code == 401

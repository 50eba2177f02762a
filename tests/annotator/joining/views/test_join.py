"""From an invite link to an account: consent, password, worker ID; and every link that leads nowhere."""

import re
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.core import signing
from django.test import Client
from django.utils import timezone

from annotator.joining.services.consents import save_consent
from annotator.joining.services.invites import make_invite, revoke_invite
from annotator.joining.views.join import SALT
from annotator.models import ConsentGiven, Invite, Membership, Role, Standing, User
from moments.marking_protocol import MarkingProtocol
from moments.models import LedgerEntry
from tests.factories import make_admin, make_campaign, make_lead, make_member

pytestmark = pytest.mark.django_db
WORDS = "correct horse battery"


@pytest.fixture
def campaign():
    return make_campaign(title="Films of the sea")


def invited(campaign, *, uses: int = 1, days: int = 7, ago: timedelta = timedelta()) -> str:
    made = make_invite(campaign=campaign, uses=uses, days=days, note="", now=timezone.now() - ago, actor="lead")
    return f"/join/{made.token}/"


def consented(campaign, text: str = "*Agree* <script>alert(1)</script>", seen: int | None = None) -> None:
    save_consent(campaign=campaign, text=text, seen_version=seen, actor="lead", now=timezone.now())


def text_of(response) -> str:
    return response.content.decode()


def form_of(response) -> dict[str, str]:
    fields = re.findall(r'<input type="hidden" name="(form|version)" value="([^"]*)"', text_of(response))
    return dict(fields) | {"new_password1": WORDS, "new_password2": WORDS}


def join(link: str, client: Client | None = None, **fields: str):
    client = client or Client()
    return client.post(link, form_of(client.get(link)) | fields)


@pytest.mark.parametrize(
    ("protocol", "words"),
    [
        ({}, "invited to score short video clips."),
        ({"marking": MarkingProtocol()}, "questions about long videos and to mark the segments that answer them."),
    ],
)
def test_an_invite_says_what_the_work_is(protocol, words) -> None:
    assert words in text_of(Client().get(invited(make_campaign(**protocol))))


def test_a_newcomer_agrees_gets_a_worker_id_and_is_in_training(campaign) -> None:
    consented(campaign)
    link, client = invited(campaign), Client()
    page = client.get(link)
    assert "Films of the sea" in text_of(page)
    assert "<em>Agree</em>" in text_of(page)
    assert "<script>alert" not in text_of(page)
    answer = client.post(link, form_of(page) | {"agree": "on"}, follow=True)
    member = Membership.objects.get()
    assert f"data-worker-id>{member.user.username}<" in text_of(answer)
    assert re.fullmatch(r"w-[2-9a-z]{6}", member.user.username)
    assert (member.role, member.standing) == (Role.ANNOTATOR, Standing.TRAINING)
    assert ConsentGiven.objects.get().consent.version == 1
    kinds = list(LedgerEntry.objects.filter(kind__contains="person").values_list("kind", flat=True))
    assert kinds == ["person_joined", "person_standing"]
    assert member.user.username not in "".join(LedgerEntry.objects.values_list("payload", flat=True))
    again = Client().post("/sign-in/", {"username": member.user.username, "password": WORDS})
    assert again.status_code == 302


def test_without_a_consent_there_is_nothing_to_tick(campaign) -> None:
    link = invited(campaign)
    assert 'name="agree"' not in text_of(Client().get(link))
    assert join(link).status_code == 302
    assert Membership.objects.get().standing == Standing.TRAINING


def test_who_does_not_agree_is_not_let_in_and_the_place_stays(campaign) -> None:
    consented(campaign)
    answer = join(invited(campaign))
    assert (answer.status_code, "tick that you agree" in text_of(answer).lower()) == (400, True)
    assert (User.objects.count(), Invite.objects.get().uses) == (0, 0)


def test_a_consent_that_changed_meanwhile_is_shown_anew(campaign) -> None:
    consented(campaign)
    link, client = invited(campaign), Client()
    form = form_of(client.get(link))
    consented(campaign, "another", 1)
    answer = client.post(link, form | {"agree": "on"})
    assert (answer.status_code, "another" in text_of(answer), User.objects.count()) == (400, True, 0)


def test_the_tick_stays_when_the_password_is_wrong(campaign) -> None:
    consented(campaign)
    link, client = invited(campaign), Client()
    form = form_of(client.get(link)) | {"agree": "on", "new_password2": "something else"}
    page = client.post(link, form)
    assert 'name="agree" required checked' in text_of(page)
    assert client.post(link, form_of(page) | {"agree": "on"}).url == "/c/films/welcome/"
    assert 'name="agree" required>' in text_of(Client().get(invited(campaign)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"new_password2": "something else"}, "didn’t match"),
        ({"new_password1": "", "new_password2": ""}, "This field is required"),
        ({"new_password1": "short", "new_password2": "short"}, "too short"),
        ({"new_password1": "12345678901", "new_password2": "12345678901"}, "entirely numeric"),
        ({"new_password1": "password", "new_password2": "password"}, "too common"),
        ({"new_password1": "x\0" * 9, "new_password2": "x\0" * 9}, "Null characters"),
        ({"new_password1": "x" * 4097, "new_password2": "x" * 4097}, "at most 4096"),
        ({"form": "made up"}, "open for too long"),
        ({"form": ""}, "open for too long"),
    ],
)
def test_bad_input_is_named_and_nothing_is_made(campaign, change, message: str) -> None:
    answer = join(invited(campaign), **change)
    assert (answer.status_code, message in text_of(answer)) == (400, True)
    assert (User.objects.count(), Invite.objects.get().uses) == (0, 0)


def test_the_worker_id_is_no_password(campaign) -> None:
    link, client = invited(campaign), Client()
    form = form_of(client.get(link))
    name = signing.loads(form["form"], salt=SALT)["worker_id"]
    answer = client.post(link, form | {"new_password1": name, "new_password2": name})
    assert (answer.status_code, "too similar" in text_of(answer)) == (400, True)


def test_a_form_of_another_invite_is_refused(campaign) -> None:
    first, second = invited(campaign), invited(campaign)
    form = form_of(Client().get(first))
    assert Client().post(second, form).status_code == 400
    assert User.objects.count() == 0


def test_a_made_up_link_is_404_and_says_nothing_of_any_campaign(campaign) -> None:
    link = invited(campaign)
    for forged in (link[:-2] + "/", "/join/x/", f"/join/{'A' * 43}/"):
        for answer in (Client().get(forged), Client().post(forged)):
            assert (answer.status_code, "Films of the sea" in text_of(answer)) == (404, False)
            assert "This link does not work" in text_of(answer)


def revoked(campaign) -> str:
    link = invited(campaign)
    revoke_invite(invite=Invite.objects.get(), now=timezone.now(), actor="lead")
    return link


def used(campaign) -> str:
    link = invited(campaign)
    join(link)
    return link


def expired(campaign) -> str:
    return invited(campaign, ago=timedelta(days=7, seconds=1))


@pytest.mark.parametrize(
    ("closed", "message"), [(revoked, "withdrawn"), (used, "already been used"), (expired, "has expired")]
)
def test_a_link_that_is_no_longer_valid_is_410_and_says_why(campaign, closed, message: str) -> None:
    link, before = closed(campaign), User.objects.count()
    for answer in (Client().get(link), Client().post(link, {"new_password1": WORDS, "new_password2": WORDS})):
        assert (answer.status_code, message in text_of(answer)) == (410, True)
    assert User.objects.count() == before


def test_the_last_place_goes_while_the_page_is_open(campaign) -> None:
    link, late = invited(campaign), Client()
    form = form_of(late.get(link))
    join(link)
    assert late.post(link, form).status_code == 410
    assert (User.objects.count(), Invite.objects.get().uses) == (1, 1)


@pytest.mark.parametrize("uses", [1, 3])
def test_the_same_form_sent_twice_makes_one_account(campaign, uses: int) -> None:
    link, client = invited(campaign, uses=uses), Client()
    form = form_of(client.get(link))
    for sender in (client, Client(), Client()):
        assert sender.post(link, form).url == "/c/films/welcome/"
        assert sender.get("/c/films/welcome/").status_code == 200
    other = Client().post(link, form | {"new_password1": "another password", "new_password2": "another password"})
    assert other.status_code == (410 if uses == 1 else 409)
    assert (User.objects.count(), Invite.objects.get().uses) == (1, 1)


def test_wrong_passwords_for_a_used_form_are_counted_as_on_the_sign_in_page(campaign) -> None:
    link, client = invited(campaign, uses=3), Client()
    form = form_of(client.get(link))
    client.post(link, form)
    wrong = form | {"new_password1": "another password", "new_password2": "another password"}
    assert [Client().post(link, wrong).status_code for _ in range(5)] == [409, 409, 409, 409, 429]
    locked = Client().post(link, form)
    assert (locked.status_code, "Wait 15 minutes" in text_of(locked)) == (429, True)
    name = User.objects.get().username
    assert Client().post("/sign-in/", {"username": name, "password": WORDS}).status_code == 429
    kept = str(list(AccessAttempt.objects.values()))
    assert [secret in kept for secret in (link.split("/")[2], form["form"], "another password")] == [False] * 3


def test_an_invite_for_several_lets_in_so_many(campaign) -> None:
    link = invited(campaign, uses=2)
    assert [join(link).status_code, join(link).status_code, Client().get(link).status_code] == [302, 302, 410]
    assert Membership.objects.values("pseudonym").distinct().count() == 2


def test_who_is_signed_in_may_join_with_that_account(campaign) -> None:
    consented(campaign)
    link, member = invited(campaign), make_member(make_campaign("other"))
    client = Client()
    client.force_login(member.user)
    page = client.get(link)
    assert f"You are signed in as <strong>{member.user.username}</strong>" in text_of(page)
    assert "new_password1" not in text_of(page)
    assert client.post(link, form_of(page)).status_code == 400
    assert client.post(link, form_of(page) | {"agree": "on"}).url == "/c/films/welcome/"
    assert member.user.memberships.get(campaign=campaign).standing == Standing.TRAINING
    assert "already in this campaign" in text_of(client.get(link))
    assert (client.post(link, form_of(page)).status_code, Invite.objects.get().uses) == (409, 1)


def test_admins_and_members_see_that_they_cannot_join(campaign) -> None:
    link = invited(campaign)
    for user, message in ((make_admin(), "cannot score pairs"), (make_lead(campaign).user, "already in this campaign")):
        client = Client()
        client.force_login(user)
        assert (client.get(link).status_code, client.post(link).status_code) == (200, 409)
        assert message in text_of(client.get(link))
    assert Invite.objects.get().uses == 0


def test_the_secret_is_kept_nowhere(campaign) -> None:
    secret = invited(campaign).split("/")[2]
    assert len(secret) == 43
    stored = str(list(Invite.objects.values())) + "".join(LedgerEntry.objects.values_list("payload", flat=True))
    assert secret not in stored

"""The lead's page of people: who is how far, invites, decisions about one person."""

import re
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.utils import timezone

from annotator.joining.services.consents import give_consent, save_consent
from annotator.joining.services.invites import make_invite
from annotator.models import Exam, Invite, Leaving, Membership, ResetLink, Role, SeatState, Staffing, Standing, User
from moments.models import LedgerEntry
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, claim, make_campaign, make_lead, make_member, make_sitting, opened_campaign

pytestmark = pytest.mark.django_db
PEOPLE = "/c/films/people/"


@pytest.fixture
def campaign():
    return make_campaign()


def text_of(response) -> str:
    return response.content.decode()


def act(client, member, do: str, reason: str = "because") -> str:
    answer = client.post(f"{PEOPLE}{member.pseudonym}/act/", {"do": do, "reason": reason}, follow=True)
    member.refresh_from_db()
    return re.search(r'<p class="message[^>]*>(.*?)</p>', text_of(answer)).group(1)


def test_the_page_is_for_leads_and_admins(client, campaign) -> None:
    assert refusals(client, campaign, PEOPLE) == REFUSED
    sign_in_admin(client)
    assert client.get(PEOPLE).status_code == 200


def test_everybody_is_listed_with_what_a_lead_may_see(client, campaign) -> None:
    member = make_member(campaign)
    other = make_lead(campaign)
    save_consent(campaign=campaign, text="Agree?", seen_version=None, actor="lead", now=NOW)
    give_consent(member=member, version=1, now=NOW)
    save_consent(campaign=campaign, text="And now?", seen_version=1, actor="lead", now=NOW)
    sign_in_lead(client, campaign)
    page = text_of(client.get(PEOPLE))
    assert all(word in page for word in (member.pseudonym, member.user.username, other.pseudonym, "version 2 missing"))
    assert other.user.username not in page
    sign_in_admin(client)
    assert other.user.username in text_of(client.get(PEOPLE))


@pytest.mark.parametrize(("query", "found"), [("find={name}", 1), ("find={pseudonym}", 1), ("find=nobody", 0),
    ("standing=suspended", 0), ("standing=qualified", 1), ("standing=made-up", 3)])  # fmt: skip
def test_people_are_found_by_either_name_and_by_standing(client, campaign, query: str, found: int) -> None:
    member = make_member(campaign)
    make_member(campaign, standing=Standing.TRAINING)
    sign_in_lead(client, campaign)
    words = {"name": member.user.username, "pseudonym": member.pseudonym}
    assert text_of(client.get(f"{PEOPLE}?{query.format(**words)}")).count('<th scope="row"') == found


def test_a_lead_is_not_found_by_worker_id(client, campaign) -> None:
    other = make_lead(campaign)
    sign_in_lead(client, campaign)
    assert '<th scope="row"' not in text_of(client.get(f"{PEOPLE}?find={other.user.username}"))


@pytest.mark.parametrize("count", [1, 3])
def test_the_number_of_queries_does_not_grow_with_people(
    client, campaign, count: int, django_assert_num_queries
) -> None:
    for _ in range(count):
        make_member(campaign)
        make_invite(campaign=campaign, uses=1, days=1, note="", now=NOW, actor="lead")
    sign_in_lead(client, campaign)
    with django_assert_num_queries(11):
        client.get(PEOPLE)


def test_an_invite_is_shown_once_and_works(client, campaign) -> None:
    sign_in_lead(client, campaign)
    answer = client.post(f"{PEOPLE}invite/", {"uses": "3", "days": "2", "note": "lab <b>"})
    link = re.search(r"data-link>(http://testserver/join/[\w-]{43}/)<", text_of(answer)).group(1)
    assert Client().get(link).status_code == 200
    page = text_of(client.get(PEOPLE))
    assert ("lab &lt;b&gt;" in page, link in page, "0 / 3" in page) == (True, False, True)
    assert "(shown to leads and admins on this page)" in page
    invite = Invite.objects.get()
    client.post(f"{PEOPLE}invites/{invite.pk}/revoke/")
    assert Client().get(link).status_code == 410
    kinds = LedgerEntry.objects.filter(kind__startswith="invite").order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["invite_made", "invite_revoked"]


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"uses": "0"}, "uses: expected 1 to 1000"),
        ({"uses": "1001"}, "uses: expected 1 to 1000"),
        ({"uses": "-1"}, "uses: expected a whole number"),
        ({"uses": ""}, "uses: expected a whole number"),
        ({"uses": "²"}, "uses: expected a whole number"),
        ({"days": "0"}, "days: expected 1 to 365"),
        ({"days": "366"}, "days: expected 1 to 365"),
        ({"days": "9999999999"}, "days: expected a whole number"),
        ({"note": "x" * 81}, "note: expected at most 80"),
        ({"note": "a\0b"}, "note: expected at most 80"),
    ],
)
def test_an_invite_that_cannot_be_is_refused_by_name(client, campaign, change, refusal: str) -> None:
    sign_in_lead(client, campaign)
    answer = client.post(f"{PEOPLE}invite/", {"uses": "1", "days": "1", "note": "", **change})
    assert (answer.status_code, refusal in text_of(answer), Invite.objects.count()) == (400, True, 0)


def test_an_invite_of_another_campaign_is_not_revoked(client, campaign) -> None:
    made = make_invite(campaign=make_campaign("other"), uses=1, days=1, note="", now=NOW, actor="lead")
    sign_in_lead(client, campaign)
    assert client.post(f"{PEOPLE}invites/{made.invite.pk}/revoke/").status_code == 404


def test_suspending_takes_the_queue_and_going_on_gives_it_back(client) -> None:
    campaign, (one, _) = opened_campaign()
    claim(one, 3)
    sign_in_lead(client, campaign)
    assert "No changes were made: reason: give a reason." in act(client, one, "suspend", "")
    assert "is suspended" in act(client, one, "suspend", "too fast")
    assert one.standing == Standing.SUSPENDED
    assert not one.seats.filter(state__in=[SeatState.HELD, SeatState.RESERVED]).exists()
    person = Client()
    person.force_login(one.user)
    assert person.get("/c/films/score/").status_code == 403
    assert "has resumed as qualified" in act(client, one, "resume", "")
    assert len(claim(one, 3)) == 3
    assert "not suspended" in act(client, one, "resume", "")
    reasons = LedgerEntry.objects.filter(kind="person_standing", payload__contains="too fast")
    assert reasons.count() == 1


@pytest.mark.parametrize(
    ("before", "after"), [("training", "training"), ("qualified", "qualified"), ("invited", "training")]
)
def test_people_go_on_where_they_were(client, campaign, before: str, after: str) -> None:
    member = make_member(campaign, standing=Standing(before))
    sign_in_lead(client, campaign)
    act(client, member, "suspend")
    act(client, member, "resume")
    assert member.standing == after


def test_who_was_in_an_exam_goes_on_in_it(client, campaign) -> None:
    member = make_member(campaign, standing=Standing.EXAM)
    sitting = make_sitting(member)
    type(sitting).objects.filter(pk=sitting.pk).update(state="waiting", ended_at=None)
    sign_in_lead(client, campaign)
    act(client, member, "suspend")
    act(client, member, "resume")
    assert member.standing == Standing.WAITING


def test_people_are_qualified_by_hand_with_a_reason(client, campaign) -> None:
    member = make_member(campaign, standing=Standing.TRAINING)
    sign_in_lead(client, campaign)
    assert "reason: give a reason" in act(client, member, "qualify", " ")
    assert "is now qualified" in act(client, member, "qualify", "passed on paper")
    act(client, member, "suspend")
    assert "lift the suspension first" in act(client, member, "qualify")
    assert "do: expected" in act(client, member, "promote")
    assert member.standing == Standing.SUSPENDED


def test_leads_are_decided_about_by_admins_alone(client, campaign) -> None:
    other = make_lead(campaign)
    sign_in_lead(client, campaign)
    for name in ("act", "reset", "remove"):
        assert client.post(f"{PEOPLE}{other.pseudonym}/{name}/", {"do": "suspend", "reason": "x"}).status_code == 403
    sign_in_admin(client)
    assert "is suspended" in act(client, other, "suspend")
    assert "leads cannot score pairs" in act(client, other, "qualify")
    save_consent(campaign=campaign, text="Agree?", seen_version=None, actor="lead", now=NOW)
    act(client, other, "resume")
    assert other.standing not in (Standing.SUSPENDED, Standing.INVITED)


def test_a_reset_link_is_shown_once_and_opens_the_account(client, campaign) -> None:
    member = make_member(campaign)
    sign_in_lead(client, campaign)
    answer = client.post(f"{PEOPLE}{member.pseudonym}/reset/")
    link = re.search(r"data-link>(http://testserver/reset/[\w-]{43}/)<", text_of(answer)).group(1)
    assert Client().get(link).status_code == 200
    assert (ResetLink.objects.count(), "no-store" in answer["Cache-Control"]) == (1, True)


def test_a_lead_gets_no_link_to_an_account_that_opens_a_campaign_of_others(client, campaign) -> None:
    both, other = make_member(campaign), make_campaign("other")
    make_member(other, user=both.user)
    sign_in_lead(client, campaign)
    reset = f"{PEOPLE}{both.pseudonym}/reset/"
    assert (client.post(reset).status_code, "Reset password link" in text_of(client.get(PEOPLE))) == (403, False)
    lead = User.objects.get(pk=client.session["_auth_user_id"])
    leads_both = make_member(other, role=Role.LEAD, standing=Standing.SUSPENDED, user=lead)
    assert client.post(reset).status_code == 403
    Membership.objects.filter(pk=leads_both.pk).update(standing=Standing.QUALIFIED)
    assert client.post(reset).status_code == 200
    sign_in_admin(client)
    assert client.post(reset).status_code == 200


@pytest.mark.parametrize("kind", ["invite", "reset"])
def test_an_answer_that_is_reloaded_makes_no_second_link(client, campaign, kind: str) -> None:
    member = make_member(campaign)
    sign_in_lead(client, campaign)
    address = f"{PEOPLE}invite/" if kind == "invite" else f"{PEOPLE}{member.pseudonym}/reset/"
    marks = [re.search(r'name="once" value="([^"]+)"', text_of(client.get(PEOPLE))).group(1) for _ in range(2)]
    forms = [{"uses": "", "days": "2", "note": "", "once": marks[0]}]
    forms += [{"uses": "1", "days": "2", "note": "", "once": mark} for mark in (marks[0], marks[0], marks[1])]
    answers = [client.post(address, form, follow=True) for form in forms[kind == "reset" :]]
    assert ["data-link" in text_of(answer) for answer in answers[-3:]] == [True, False, True]
    assert "If you lost it, create another." in text_of(answers[-2])
    assert Invite.objects.count() + ResetLink.objects.count() == 2


def test_a_lead_gets_no_link_to_an_account_that_sees_more_than_an_annotator(client, campaign) -> None:
    both = make_member(campaign)
    make_member(make_campaign("other"), role=Role.LEAD, user=both.user)
    sign_in_lead(client, campaign)
    assert client.post(f"{PEOPLE}{both.pseudonym}/reset/").status_code == 403
    sign_in_admin(client)
    assert client.post(f"{PEOPLE}{both.pseudonym}/reset/").status_code == 200


def test_who_is_locked_out_is_shown_and_let_in(client, campaign) -> None:
    member = make_member(campaign)
    for _ in range(5):
        Client().post("/sign-in/", {"username": member.user.username, "password": "wrong"})
    sign_in_lead(client, campaign)
    assert "locked out until" in text_of(client.get(PEOPLE))
    assert "can try the password again" in act(client, member, "unlock", "")
    assert ("locked out until" in text_of(client.get(PEOPLE)), AccessAttempt.objects.count()) == (False, 0)


def test_an_admin_deletes_an_account_after_reading_what_that_means(client, campaign) -> None:
    member = make_member(campaign)
    sign_in_admin(client)
    remove = f"{PEOPLE}{member.pseudonym}/remove/"
    page = text_of(client.get(remove))
    assert "there are no scores" in page
    terms = re.search(r'name="terms" value="([^"]+)"', page).group(1)
    assert client.post(remove, {"terms": terms.replace("keep", "void")}).status_code == 409
    assert User.objects.get(pk=member.user_id).is_active
    page = text_of(client.post(remove, {"terms": terms}, follow=True))
    gone = User.objects.get(pk=member.user_id)
    assert (gone.is_active, gone.username in page, "has left" in page) == (False, True, True)
    assert client.post(f"{PEOPLE}{member.pseudonym}/act/", {"do": "resume"}).status_code == 403


def test_nobody_of_that_pseudonym_is_404(client, campaign) -> None:
    make_member(make_campaign("other"))
    sign_in_lead(client, campaign)
    assert client.post(f"{PEOPLE}nobody/act/", {"do": "suspend"}).status_code == 404


def test_the_policy_of_leaving_is_set(client, campaign) -> None:
    sign_in_lead(client, campaign)
    for sent in ("void", "void", "nonsense", ""):
        client.post(f"{PEOPLE}leaving/", {"leaving": sent})
    assert Staffing.objects.get().leaving == Leaving.VOID
    assert LedgerEntry.objects.filter(kind="leaving_policy").count() == 1


def test_invites_tell_their_state(client, campaign) -> None:
    then = timezone.now() - timedelta(days=3)
    make_invite(campaign=campaign, uses=1, days=1, note="", now=then, actor="lead")
    make_invite(campaign=campaign, uses=1, days=9, note="", now=then, actor="lead")
    sign_in_lead(client, campaign)
    page = text_of(client.get(PEOPLE))
    assert (page.count(">expired<"), page.count(">open<")) == (1, 1)


def qualify_all(client: Client, people: list[Membership], reason: str = "no exam") -> str:
    sent = {"person": [member.pseudonym for member in people], "reason": reason}
    answer = client.post(f"{PEOPLE}qualify/", sent, follow=True)
    return re.search(r'<p class="message[^>]*>(.*?)</p>', text_of(answer)).group(1)


def test_everybody_who_joined_is_qualified_at_once_where_no_exam_is_open(client, campaign) -> None:
    people = [make_member(campaign, standing=Standing.TRAINING) for _ in range(2)]
    late = make_member(campaign, standing=Standing.TRAINING)
    sign_in_lead(client, campaign)
    assert "3 people have joined but cannot work yet" in text_of(client.get(PEOPLE))
    assert "cannot work yet" not in text_of(client.get(PEOPLE, {"find": "nobody"}))
    assert "reason: give a reason" in qualify_all(client, people, " ")
    assert qualify_all(client, people) == "2 people are qualified now."
    assert qualify_all(client, people) == "Nobody on that list is waiting any longer."
    assert [member.standing for member in Membership.objects.filter(role=Role.ANNOTATOR).order_by("pk")] == [
        *[Standing.QUALIFIED] * 2,
        Standing.TRAINING,
    ]
    assert late.pseudonym in text_of(client.get(PEOPLE))


def test_nobody_is_qualified_past_an_exam_from_a_page_that_was_left_open(client, campaign) -> None:
    member = make_member(campaign, standing=Standing.TRAINING)
    Exam.objects.create(campaign=campaign, number=1, items_a_sitting=1, created_at=NOW, state="open")
    sign_in_lead(client, campaign)
    assert "cannot work yet" not in text_of(client.get(PEOPLE))
    assert qualify_all(client, [member]) == "Nobody on that list is waiting any longer."
    member.refresh_from_db()
    assert member.standing == Standing.TRAINING


@pytest.mark.parametrize(("host", "told"), [("127.0.0.1:8000", True), ("localhost", True), ("testserver", False)])
def test_a_link_that_works_on_this_computer_only_says_so(client, campaign, host: str, told: bool) -> None:
    sign_in_lead(client, campaign)
    answer = client.post(f"{PEOPLE}invite/", {"uses": "1", "days": "1"}, headers={"host": host})
    assert ("works only on this computer" in text_of(answer)) is told

import pytest
from django.test import Client

from annotator.models import Membership, PersonWarning, Standing
from annotator.seats.services.standings import set_standing
from tests.factories import NOW, make_lead, make_member, opened_campaign

pytestmark = pytest.mark.django_db
DESK = "/c/films/score/"
PACE, KAPPA = "came much faster than other people’s", "agree with the final ones less"


def suspended(*kinds: str, answered: bool = False) -> Membership:
    """Somebody who is suspended, with warnings that paused them."""
    campaign, _ = opened_campaign(pairs=1)
    member = make_member(campaign)
    for kind in kinds:
        PersonWarning.objects.create(
            member=member,
            kind=kind,
            detail="kappa 0.12, 2.0 s",
            paused=True,
            raised_at=NOW,
            answered_at=NOW if answered else None,
        )
    set_standing(member=member, standing=Standing.SUSPENDED, now=NOW, actor="rule", reason="of the ledger")
    return member


def refusal(client: Client, member: Membership, address: str) -> tuple[int, str]:
    client.force_login(member.user)
    answer = client.get(address)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize(
    ("kinds", "answered", "words"),
    [(["pace"], False, [PACE]), (["pace", "kappa"], False, [PACE, KAPPA]), (["kappa"], True, []), ([], False, [])],
)
@pytest.mark.parametrize(("address", "status"), [(DESK, 403), ("/", 200)])
def test_somebody_suspended_reads_why_without_a_figure(client, kinds, answered, words, address, status) -> None:
    found = refusal(client, suspended(*kinds, answered=answered), address)
    assert found[0] == status
    assert [word for word in (PACE, KAPPA) if word in found[1]] == words
    assert "The work you have done is still paid" in found[1]
    assert [secret for secret in ("0.12", "2.0 s", "of the ledger") if secret in found[1]] == []


def test_the_program_of_somebody_paused_is_refused_as_ever(client: Client) -> None:
    member = suspended("pace")
    client.force_login(member.user)
    answer = client.post("/api/v1/seats/claim/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()) == (403, {"detail": "suspended"})


def test_others_read_that_the_page_is_not_for_them(client: Client) -> None:
    lead = make_lead(suspended("pace").campaign)
    status, page = refusal(client, lead, DESK)
    assert (status, "You do not have access to this page" in page, PACE in page) == (403, True, False)

import pytest

from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db
CLAIM = "/api/v1/seats/claim/"


def asked(client, worker: str) -> int:
    return client.post(CLAIM, {}, content_type="application/json", headers={"X-Worker-ID": worker}).status_code


@pytest.mark.parametrize(
    ("username", "header", "status"),
    [
        ("w-1", "w-1", 200),
        ("w-1", "w-2", 409),
        ("w-1", "", 409),
        ("arbeiterin-ä", "arbeiterin-%C3%A4", 200),
        ("w-1", "%ff%00", 409),
    ],
)
def test_a_program_of_another_worker_is_refused(client, username, header, status):
    client.force_login(make_member(make_campaign(), user=make_user(username)).user)
    assert asked(client, header) == status


def test_a_program_that_names_nobody_works_for_whoever_is_signed_in(client):
    client.force_login(make_member(make_campaign()).user)
    assert client.post(CLAIM, {}, content_type="application/json").status_code == 200


def test_a_refused_program_learns_no_name(client):
    member = make_member(make_campaign())
    client.force_login(member.user)
    answer = client.post(CLAIM, {}, content_type="application/json", headers={"X-Worker-ID": "somebody"})
    assert answer.json() == {"detail": "another worker is signed in"}

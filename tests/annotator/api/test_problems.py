"""POST /api/v1/problems/."""

import pytest

from annotator.models import Problem
from tests.factories import claim, opened_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/problems/"


def post(client, **body):
    return client.post(URL, body, content_type="application/json")


def test_a_report_is_stored_and_the_pair_leaves_the_queue(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    answer = post(client_of(one), seat=str(seat.public_id), kind="broken_clip", note="black")
    assert (answer.status_code, answer.json()["kind"], answer.json()["note"]) == (201, "broken_clip", "black")
    assert seat.pk not in [other.pk for other in claim(one)]
    assert Problem.objects.get().pair == seat.pair


@pytest.mark.parametrize(
    ("change", "field"),
    [({"kind": "boring"}, "kind"), ({"kind": None}, "kind"), ({"seat": "x"}, "seat"), ({"note": "x" * 1001}, "note")],
)
def test_what_is_wrong_is_refused_by_name(client_of, change, field: str) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    body = {"seat": str(claim(one)[0].public_id), "kind": "other", "note": "", **change}
    answer = post(client_of(one), **body)
    assert (answer.status_code, list(answer.json())) == (400, [field])


def test_a_foreign_seat_is_404(client_of) -> None:
    _, (one, two) = opened_campaign(pairs=3)
    assert post(client_of(two), seat=str(claim(one)[0].public_id), kind="other").status_code == 404

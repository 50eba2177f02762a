import pytest

from benchmark.measures.services import MEASURES
from tests.benchmark.scenes import campaign_with_two_runs
from tests.factories import NOW, make_lead

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/campaigns/films/runs/measures/"
FEW = {"trials": 20, "resamples": 20, "noise_draws": 2}


@pytest.fixture
def lead(client):
    campaign = campaign_with_two_runs()
    client.force_login(make_lead(campaign).user)
    return campaign


def post(client, body):
    return client.post(ADDRESS, body, content_type="application/json")


def test_the_studies_are_ordered_made_and_read(client, lead):
    assert client.get(ADDRESS).json() == {"state": None, "done": 0, "total": 0, "reason": "", "study": None}
    answer = post(client, FEW)
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    MEASURES.make_ordered(now=NOW)
    found = client.get(ADDRESS).json()
    assert (found["state"], found["done"]) == ("done", found["total"])
    study = found["study"]
    assert (study["order"]["runs"], study["order"]["trials"]) == ([1, 2], 20)
    figures = study["figures"]
    assert figures["systems"][:2] == ["mine", "other"]
    assert figures["agreement"]["tau_b"][0][0] == 1
    assert {level["beta2"] for level in figures["boundaries"]["levels"]} == {1, 2, 3, 4}
    assert figures["moment_order"]["draws"] == 20


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"runs": [9]}, "run 9 is not scored"),
        ({"runs": "all"}, "Expected a list"),
        ({"runs": [1], "checkpoints": True}, "choose at least two runs"),
        ({"k": [0]}, "greater than or equal to 1"),
        ({"noise": "loud"}, "not a valid choice"),
        ({"trials": 20_001}, "trials: expected at most 20,000"),
        ({"iou": [5]}, "iou: expected"),
        ([], "expected a JSON object"),
    ],
)
def test_a_wrong_order_is_refused(client, lead, body, reason):
    answer = post(client, body)
    assert (answer.status_code, reason in answer.content.decode()) == (400, True)


def test_a_second_order_is_refused_while_the_first_waits(client, lead):
    post(client, FEW)
    assert post(client, FEW).json() == {"detail": "the measures are already being studied"}

import pytest

from benchmark.stability.services import STABILITY
from tests.benchmark.scenes import campaign_with_two_runs
from tests.factories import NOW, make_lead

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/campaigns/films/runs/stability/"
FEW = {"resamples": 20, "rater_resamples": 3, "noise_draws": 2}


@pytest.fixture
def lead(client):
    campaign = campaign_with_two_runs()
    client.force_login(make_lead(campaign).user)
    return campaign


def post(client, body):
    return client.post(ADDRESS, body, content_type="application/json")


def test_the_study_is_ordered_made_and_read(client, lead):
    assert client.get(ADDRESS).json() == {"state": None, "done": 0, "total": 0, "reason": "", "study": None}
    answer = post(client, {**FEW, "measure": "AxIoU", "k": 10, "sizes": [2]})
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    STABILITY.make_ordered(now=NOW)
    found = client.get(ADDRESS).json()
    assert (found["state"], found["done"]) == ("done", found["total"])
    study = found["study"]
    assert (study["order"]["runs"], study["order"]["rater_resamples"]) == ([1, 2], 3)
    figures = study["figures"]
    assert (figures["measure"], sorted(figures["systems"])) == ("AxIoU@10", ["mine", "other"])
    assert [one["queries"] for one in figures["by_size"]["subsets"]] == [2]
    assert figures["by_raters"]["draws"] == 3
    assert [level["beta2"] for level in figures["by_boundaries"]] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"runs": [1, 9]}, "run 9 is not scored"),
        ({"runs": "all"}, "Expected a list"),
        ({"runs": [1]}, "runs: choose at least two"),
        ({"k": 0}, "greater than or equal to 1"),
        ({"k": 41}, "k: expected at most 40"),
        ({"measure": "MRR"}, "not a valid choice"),
        ({"undrawn": "lose"}, "not a valid choice"),
        ({"resamples": 10_001}, "resamples: expected at most 10,000"),
        ({"iou": 5}, "iou: expected"),
        ([], "expected a JSON object"),
    ],
)
def test_a_wrong_order_is_refused(client, lead, body, reason):
    answer = post(client, body)
    assert (answer.status_code, reason in answer.content.decode()) == (400, True)


def test_a_second_order_is_refused_while_the_first_waits(client, lead):
    post(client, FEW)
    assert post(client, FEW).json() == {"detail": "the order of the runs is already being studied"}

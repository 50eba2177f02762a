import re

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmark.models import StabilityStudy
from benchmark.stability.services import STABILITY
from moments.models import Job
from tests.benchmark.scenes import campaign_with_two_runs, labelled_campaign, scored
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW

pytestmark = pytest.mark.django_db
PAGE = "/c/films/runs/stability/"
FORM = {
    **{"runs": ["1", "2"], "measure": "NDCG", "k": "20", "iou": "0.5", "resamples": "20"},
    **{"rater_resamples": "3", "noise": "normal", "noise_draws": "2"},
}


@pytest.fixture
def campaign(client):
    made = campaign_with_two_runs()
    sign_in_lead(client, made)
    return made


def text_of(answer) -> str:
    return answer.content.decode()


def test_a_lead_orders_the_study_and_reads_it(client, campaign):
    page = text_of(client.get(PAGE))
    assert "No figures yet" in page
    assert page.count('name="runs" value="1" checked') == page.count('name="runs" value="2" checked') == 1
    for ticked in ('<option value="NDCG" selected', '<option value="20" selected', '<option value="0.5" selected'):
        assert page.count(ticked) == 1
    page = text_of(client.post(f"{PAGE}make/", FORM, follow=True))
    assert "The order of the runs is being studied" in page
    assert 'hx-trigger="every 3s"' in page
    assert STABILITY.make_ordered(now=NOW) == 1
    page = text_of(client.get(PAGE))
    assert "every 3s" not in page
    assert re.findall(r'<h2 id="([a-z-]+)">', page) == [
        "queries", "fewer", "needed", "raters", "boundaries", "order-heading", "unsent-title"]  # fmt: skip
    assert page.count('<svg class="plot" role="img"') == 2 + 1 + 0 + 1 + 1
    assert "2 runs ordered by NDCG@20,IoU&gt;=0.5, 6 queries and 24 labels" in page
    for file in ("figures/queries-2.svg", "figures/raters-1.png", "tables/needed-1.tex", "tables/boundaries-3.csv"):
        assert f'href="{PAGE}{file}" download' in page
    table = client.get(f"{PAGE}tables/queries-2.csv")
    assert table["Content-Disposition"] == 'attachment; filename="films-queries-2.csv"'
    assert text_of(table).splitlines()[0] == (
        "Run,Other run,Difference,Difference low,Difference high,Order kept,Order kept low,Order kept high"
    )
    assert text_of(client.get(f"{PAGE}tables/fewer-1.tex")).startswith(r"\begin{tabular}{lrr")
    figure = client.get(f"{PAGE}figures/fewer-1.svg")
    assert (figure["Content-Type"], "prefers-color-scheme:dark" in text_of(figure)) == ("image/svg+xml", True)
    assert client.get(f"{PAGE}figures/boundaries-1.png").content.startswith(b"\x89PNG")
    for wrong in ("figures/needed-1.svg", "figures/raters-2.svg", "figures/raters-1.gif", "tables/ties-1.csv"):
        assert client.get(f"{PAGE}{wrong}").status_code == 404, wrong


def test_parts_without_draws_are_left_out(client, campaign):
    client.post(f"{PAGE}make/", {**FORM, "rater_resamples": "0", "noise_draws": "0"})
    STABILITY.make_ordered(now=NOW)
    assert re.findall(r'<h2 id="([a-z-]+)">', text_of(client.get(PAGE))) == [
        "queries", "fewer", "needed", "order-heading", "unsent-title"]  # fmt: skip


def test_the_page_of_runs_leads_there(client, campaign):
    assert f'href="{PAGE}"' in text_of(client.get("/c/films/runs/"))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"runs": ["1"]}, "Runs: choose at least two"),
        ({"runs": ["1", "9"]}, "Select a valid choice"),
        ({"measure": "MRR"}, "Select a valid choice"),
        ({"k": "7"}, "Select a valid choice"),
        ({"iou": ""}, "This field is required"),
        ({"resamples": "10001"}, "Draws of queries: expected at most 10,000"),
        ({"resamples": "0"}, "greater than or equal to 1"),
        ({"rater_resamples": "1001"}, "Draws of raters: expected at most 1,000"),
        ({"noise_iou": "2"}, "IoU after noise: expected numbers above 0"),
        ({"noise_draws": "x"}, "Enter a whole number"),
    ],
)
def test_a_wrong_order_is_refused_beside_the_form(client, campaign, fields, reason):
    answer = client.post(f"{PAGE}make/", {**FORM, **fields})
    assert (answer.status_code, reason in text_of(answer)) == (400, True)
    assert not Job.objects.filter(kind="stability").exists()


def test_a_second_order_waits_for_the_first_and_one_that_failed_says_why(client, campaign):
    client.post(f"{PAGE}make/", {**FORM, "noise": "exponential", "noise_iou": "0.99"})
    answer = client.post(f"{PAGE}make/", FORM)
    assert (answer.status_code, "already being studied" in text_of(answer)) == (400, True)
    STABILITY.make_ordered(now=NOW)
    assert "The order of the runs was not studied: noise-iou: 0.99 is out of reach" in text_of(client.get(PAGE))


def test_outsiders_and_annotators_are_refused(client, campaign):
    for name, method in (("stability", "get"), ("stability-make", "post")):
        with transaction.atomic():
            assert refusals(client, campaign, reverse(name, args=["films"]), method) == REFUSED, name
            transaction.set_rollback(True)
    assert not StabilityStudy.objects.exists()


def test_it_needs_the_same_queries_for_one_run_and_for_three(client):
    counts = []
    for slug, names in (("films", ("mine",)), ("more", ("a", "b", "c"))):
        scored(labelled := labelled_campaign(slug), names)
        sign_in_lead(client, labelled)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/c/{slug}/runs/stability/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]

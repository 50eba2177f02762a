import re

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmark.measures.services import MEASURES
from benchmark.models import MeasureStudy
from moments.models import Job
from tests.benchmark.scenes import campaign_with_two_runs, labelled_campaign, scored
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, claim, settle
from tests.marking import asked, finished, make_whole_video, mark, marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/runs/measures/"
FORM = {"runs": ["1", "2"], "k": ["1", "10"], "iou": ["0.5"], "trials": "20", "noise": "normal", "noise_draws": "2"}


@pytest.fixture
def campaign(client):
    made = campaign_with_two_runs()
    sign_in_lead(client, made)
    return made


def text_of(answer) -> str:
    return answer.content.decode()


def test_a_lead_orders_the_studies_and_reads_them(client, campaign):
    page = text_of(client.get(PAGE))
    assert "No figures yet" in page
    assert page.count('name="runs" value="1" checked') == page.count('name="runs" value="2" checked') == 1
    assert 'name="runs" value="3">' in page  # references are there, and not ticked
    page = text_of(client.post(f"{PAGE}make/", {**FORM, "checkpoints": "on"}, follow=True))
    assert "The measures are being studied" in page
    assert 'hx-trigger="every 3s"' in page
    assert MEASURES.make_ordered(now=NOW) == 1
    page = text_of(client.get(PAGE))
    assert "every 3s" not in page
    assert re.findall(r'<h2 id="([a-z-]+)">', page)[:9] == [
        "agreement", "self-agreement", "needed", "ties", "estimate", "boundaries", "moment-order", "checkpoints",
        "order-heading"]  # fmt: skip
    assert page.count('<svg class="plot" role="img"') == 1 + 8 + 1 + 8 + 1 + 1
    assert "8 systems are simulated" in page
    for figure in ("figures/self-agreement-8.svg", "figures/boundaries-1.png", "tables/self-agreement-3.tex"):
        assert f'href="{PAGE}{figure}" download' in page
    table = client.get(f"{PAGE}tables/ties-1.csv")
    assert (table["Content-Type"], table["Content-Disposition"]) == (
        "text/csv; charset=utf-8", 'attachment; filename="films-ties-1.csv"')  # fmt: skip
    assert text_of(table).splitlines()[0] == "Measure,Share,Share low,Share high"
    assert text_of(client.get(f"{PAGE}tables/self-agreement-3.tex")).startswith(r"\begin{tabular}{lrr")
    figure = client.get(f"{PAGE}figures/agreement-1.svg")
    assert (figure["Content-Type"], "prefers-color-scheme:dark" in text_of(figure)) == ("image/svg+xml", True)
    assert client.get(f"{PAGE}figures/boundaries-1.png").content.startswith(b"\x89PNG")
    for wrong in (
        "figures/needed-1.svg",
        "figures/ties-2.svg",
        "figures/ties-1.gif",
        "tables/ties-1.html",
        "tables/no-1.csv",
    ):
        assert client.get(f"{PAGE}{wrong}").status_code == 404, wrong
    assert "10 systems, 6 queries and 24 labels" in page
    assert "mean τ-b of 0.9" in page


def test_noise_can_be_as_large_as_the_disagreement_of_people_who_mark(client, campaign):
    """The segments of two people overlap by 8 of 12 seconds; only who leads their campaign reads it."""
    cache.clear()
    marking, (author, marker, _) = marking_campaign()
    video = make_whole_video(marking, "match").video
    for _ in range(2):
        asked(author, [(10_000, 20_000)], video=video)
    finished(author)
    for seat in claim(marker, 2):
        mark(marker, seat, [[12_000, 22_000]])
    settle(marking)
    sentence = f"The people in {marking.title} reach an IoU of 0.667 on 2 questions."
    assert sentence not in text_of(client.get(PAGE))
    sign_in_admin(client)
    assert sentence in text_of(client.get(PAGE))
    client.post(f"{PAGE}make/", {**FORM, "noise_iou": "0.725, 0.641"})
    assert Job.objects.get(kind="measures").order["noise_iou"] == [0.725, 0.641]


def test_the_page_of_runs_leads_there(client, campaign):
    assert f'href="{PAGE}"' in text_of(client.get("/c/films/runs/"))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"runs": ["1"], "checkpoints": "on"}, "Checkpoints: choose at least two runs"),
        ({"runs": ["9"]}, "Select a valid choice"),
        ({"k": []}, "This field is required"),
        ({"iou": ["0.9"]}, "Select a valid choice"),
        ({"simulated": "201"}, "Simulated systems: expected an integer 0 to 200"),
        ({"runs": [], "simulated": "1"}, "at least two systems are needed"),
        ({"trials": "x"}, "Enter a whole number"),
        ({"trials": "20001"}, "Trials for each size: expected at most 20,000"),
        ({"noise": "loud"}, "Select a valid choice"),
        ({"noise_iou": "2"}, "IoU after noise: expected numbers above 0"),
        ({"noise_iou": "0.7, nan"}, "Enter numbers, such as"),
        ({"noise_draws": "-1"}, "greater than or equal to 0"),
    ],
)
def test_a_wrong_order_is_refused_beside_the_form(client, campaign, fields, reason):
    answer = client.post(f"{PAGE}make/", {**FORM, **fields})
    assert (answer.status_code, reason in text_of(answer)) == (400, True)
    assert not Job.objects.filter(kind="measures").exists()


def test_a_second_order_waits_for_the_first_and_one_that_failed_says_why(client, campaign):
    exponential = {**FORM, "noise": "exponential", "noise_iou": "0.99"}
    client.post(f"{PAGE}make/", exponential)
    answer = client.post(f"{PAGE}make/", FORM)
    assert (answer.status_code, "already being studied" in text_of(answer)) == (400, True)
    MEASURES.make_ordered(now=NOW)
    page = text_of(client.get(PAGE))
    assert "The measures were not studied: noise-iou: 0.99 is out of reach" in page


def test_outsiders_and_annotators_are_refused(client, campaign):
    for name, method in (("measures", "get"), ("measures-make", "post")):
        with transaction.atomic():
            assert refusals(client, campaign, reverse(name, args=["films"]), method) == REFUSED, name
            transaction.set_rollback(True)
    assert not MeasureStudy.objects.exists()


def test_it_needs_the_same_queries_for_one_run_and_for_three(client):
    counts = []
    for slug, names in (("films", ("mine",)), ("more", ("a", "b", "c"))):
        made = labelled_campaign(slug)
        scored(made, names)
        sign_in_lead(client, made)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(f"/c/{slug}/runs/measures/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]

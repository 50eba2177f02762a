"""The agreement page of a twins campaign."""

from __future__ import annotations

import csv
import io

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from moments.models import Campaign
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.twins import Road, judge, twin_campaign

pytestmark = pytest.mark.django_db
PAGE, FILE, FIGURE = "/c/arrow/agreement/", "/c/arrow/agreement/csv/", "/c/arrow/agreement/alpha.svg"


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def checked_road(twins: int = 1) -> Road:
    """Clips that two people judged alike; of the first one both captions were checked, and one was returned."""
    road = Road(twins=twins)
    for _ in range(twins):
        road.judged()
    return road.written().assigned(1).assigned(2, backward=True, right=None)


def test_the_page_says_how_judges_agree_and_what_people_reach(client: Client) -> None:
    road = checked_road()
    sign_in_lead(client, road.campaign)
    answer = client.get(PAGE)
    shown = answer.context["shown"]
    assert (shown.ways.at_once, shown.captions.value, shown.ceiling.accuracy.value) == (1, 0.5, 0.75)
    names = [person.pseudonym for person in road.people[:3]]
    assert [person.name for person in shown.people] == sorted(names)
    body = answer.content.decode()
    assert all(text in body for text in ("Human ceiling", "75.0%", *names, 'aria-current="page">Agreement'))
    assert answer.context["blocks"].shown[0].pairs == 1


def test_alpha_is_also_drawn_by_week(client: Client) -> None:
    sign_in_lead(client, checked_road().campaign)
    assert [block.label for block in client.get(f"{PAGE}?by=week").context["blocks"].shown] == ["2026-03-02"]


def test_a_campaign_without_judgements_says_so(client: Client) -> None:
    campaign, _ = twin_campaign()
    sign_in_lead(client, campaign)
    assert "Nothing to compare yet" in client.get(PAGE).content.decode()
    assert client.get(FILE).status_code == 200
    assert client.get(FIGURE).status_code == 404


def test_the_file_has_every_figure(client: Client) -> None:
    road = checked_road()
    sign_in_lead(client, road.campaign)
    answer = client.get(FILE)
    assert answer["Content-Disposition"] == 'attachment; filename="arrow-agreement.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    found = {(row["person"], row["figure"], row["measure"]): (row["value"], row["n"]) for row in rows}
    assert found["all", "human ceiling", "accuracy"] == ("0.7500", "2")
    assert found["all", "outcome", "equal"] == ("1.0000", "1")
    assert found[road.people[2].pseudonym, "assignments", "cannot_tell"] == ("1.0000", "1")


def test_the_figure_names_what_is_drawn(client: Client) -> None:
    road = Road(twins=2).judged()
    for person, word in zip(road.people, (True, False), strict=False):
        judged_by(road, person, temporal=word)
    road.sweep()
    sign_in_lead(client, road.campaign)
    answer = client.get(FIGURE)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer["Content-Disposition"] == 'attachment; filename="arrow-alpha.svg"'
    assert "nominal alpha" in answer.content.decode()


def judged_by(road: Road, person, *, temporal: bool) -> None:
    assert judge(person, temporal=temporal, now=road.now).status == "saved"


def test_it_needs_the_same_queries_for_one_and_three_clips(client: Client) -> None:
    counts = []
    for twins in (1, 3):
        Campaign.objects.filter(slug="arrow").update(slug="before")
        sign_in_lead(client, checked_road(twins).campaign)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(PAGE).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("address", [PAGE, FILE, FIGURE])
def test_outsiders_are_refused(client: Client, address: str) -> None:
    campaign, _ = twin_campaign()
    assert refusals(client, campaign, address) == REFUSED

"""The agreement page of a marking campaign."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.models import Membership, Seat
from consensus.agreement.selectors.marked import person_agreement
from consensus.pairs.services.withdrawing import withdraw_pair
from moments.models import Campaign
from tests.built_once import built_once
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import claim, settle
from tests.marking import asked, finished, make_whole_video, mark, marking_campaign, send

pytestmark = pytest.mark.django_db
PAGE, FILE = "/c/long/agreement/", "/c/long/agreement/csv/"
AUTHOR = [(10_000, 20_000)], [(10_000, 20_000), (40_000, 50_000)], [(30_000, 40_000)]
MARKER = [[12_000, 22_000]], [[10_000, 20_500]], []


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@built_once
def scene(times: int = 1) -> tuple[Campaign, Membership, Membership]:
    """Three questions of one domain, of which the second has a disputed segment and the third no answer."""
    campaign, (author, marker, _) = marking_campaign()
    video = make_whole_video(campaign, "match", domain="sports").video
    for _ in range(times):
        for segments in AUTHOR:
            asked(author, segments, video=video)
    finished(author)
    for place, seat in enumerate(sorted(claim(marker, 3 * times), key=lambda seat: seat.pair_id)):
        segments = MARKER[place % 3]
        mark(marker, seat, segments) if segments else send(marker, seat, segments=[])
    settle(campaign)
    return campaign, author, marker


def test_the_page_says_how_the_author_and_the_marker_agree(client: Client) -> None:
    campaign, author, marker = scene()
    sign_in_lead(client, campaign)
    answer = client.get(PAGE)
    whole = answer.context["shown"].whole
    assert (whole.questions, whole.matches, whole.reference, whole.given) == (3, 2, 4, 2)
    assert whole.iou.value == pytest.approx((8 / 12 + 10 / 10.5) / 2)
    assert (whole.edge_median_s.value, whole.missed.value, whole.extra.value) == (1.25, 0.5, 0)
    shown = answer.context["shown"]
    people = {group.name: (group.figures.missed.value, group.figures.extra.value) for group in shown.people}
    assert people == {marker.pseudonym: (0.5, 0), author.pseudonym: (0, 0.5)}
    figures = {group.name: group.figures for group in shown.people}
    assert {one.pseudonym: person_agreement(one) for one in (author, marker)} == figures
    assert [(group.name, group.figures.questions) for group in shown.domains] == [("sports", 3)]
    assert [(group.name, group.figures.questions) for group in shown.tasks] == [("ms", 3)]
    body = answer.content.decode()
    assert all(text in body for text in (author.pseudonym, marker.pseudonym, "sports", "0.81", "50.0%"))
    assert f">{marker.user.username}<" not in body
    assert (body.count("<table"), body.count('class="group-row"')) == (1, 3)
    drawn = [100 * edge for edge in (whole.iou.low, whole.iou.high, whole.iou.value)]
    strip = '<path class="strip-interval" d="M{:.1f} 6H{:.1f}"/><circle class="strip-dot" cx="{:.1f}"'.format(*drawn)
    assert strip in body  # of the domain, which has all questions


def test_withdrawn_questions_and_unruled_ones_are_left_out(client: Client) -> None:
    campaign, *_ = scene()
    sign_in_lead(client, campaign)
    pair = campaign.pairs.select_related("campaign", "query", "batch__protocol").get(number=2)
    withdraw_pair(pair=pair, reason="broken", now=timezone.now(), actor="lead")
    assert client.get(PAGE).context["shown"].whole.questions == 2


def test_markings_of_an_earlier_version_do_not_count(client: Client) -> None:
    campaign, *_ = scene()
    sign_in_lead(client, campaign)
    Seat.objects.filter(pair__number=1).update(superseded=True)
    assert client.get(PAGE).context["shown"].whole.questions == 2


def test_a_campaign_without_markings_says_so(client: Client) -> None:
    campaign, _ = marking_campaign()
    sign_in_lead(client, campaign)
    assert "Nothing to compare yet" in client.get(PAGE).content.decode()
    assert [line.split(",")[:3] for line in client.get(FILE).content.decode().splitlines()[1:]] == [["all", "", "0"]]


def test_the_file_has_a_row_for_each_person_domain_and_task(client: Client) -> None:
    campaign, author, marker = scene()
    sign_in_lead(client, campaign)
    answer = client.get(FILE)
    assert answer["Content-Disposition"] == 'attachment; filename="long-agreement.csv"'
    header, *rows = [line.split(",") for line in answer.content.decode().splitlines()]
    assert header[:8] == ["group", "name", "questions", "matches", "reference", "given", "iou", "iou_low"]
    people = [["person", name] for name in sorted((author.pseudonym, marker.pseudonym))]
    assert [row[:2] for row in rows] == [["all", ""], *people, ["domain", "sports"], ["task", "ms"]]
    assert rows[0][2:7] == ["3", "2", "4", "2", "0.8095"]


def test_it_needs_the_same_queries_for_one_and_three_of_each_question(client: Client) -> None:
    counts = []
    for times in (1, 3):
        Campaign.objects.filter(slug="long").update(slug="before")
        campaign, *_ = scene(times)
        sign_in_lead(client, campaign)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(PAGE).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("address", [PAGE, FILE])
def test_outsiders_are_refused(client: Client, address: str) -> None:
    campaign, _ = marking_campaign()
    assert refusals(client, campaign, address) == REFUSED

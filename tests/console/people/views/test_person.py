from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotator.checks.services.golds import set_gold
from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, PersonWarning, Purpose, Seat
from annotator.scoring.services.scoring import submit_scores
from consensus.people.services.voiding import void_person
from moments.models import Campaign
from tests.built_once import built_once
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, entry, make_lead, make_query, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db


@built_once
def scene(*, pairs: int = 6) -> tuple[Campaign, Membership, Membership]:
    """Two people who scored everything; the first one's scores are the verdicts, the other one's lie one below."""
    campaign, (one, two) = opened_campaign("camp", people=2, pairs=pairs)
    score_all([one, two], lambda pair, member: (pair.rank % 3) + (member == one))
    settle(campaign)
    return campaign, one, two


def page_of(member: Membership, query: str = "") -> str:
    return reverse("person", args=[member.campaign.slug, member.pseudonym]) + query


def warn(member: Membership, **fields) -> PersonWarning:
    values = {"kind": "pace", "detail": "2.0 s a score", "raised_at": NOW, **fields}
    return PersonWarning.objects.create(member=member, **values)


def hidden_answer(member: Membership, pair, purpose: Purpose, relevance: int) -> None:
    fields = {"campaign": member.campaign, "pair": pair, "purpose": purpose, "round": 1, "number": 1}
    seat = Seat.objects.create(**fields, state="held", annotator=member, held_at=NOW)
    assert submit(member, seat, relevance).status == "saved"


def test_the_page_tells_agreement_severity_and_pace(client: Client) -> None:
    campaign, one, two = scene()
    sign_in_lead(client, campaign)
    mine, others = client.get(page_of(one)), client.get(page_of(two))
    assert mine.context["shown"].whole.severity.value == 0
    whole = others.context["shown"].whole
    assert (whole.scores, whole.decided, whole.within.value, whole.severity.value) == (6, 6, 1.0, -1.0)
    assert "−1.00" in others.content.decode()


def test_blocks_hold_a_hundred_scores_or_a_week(client: Client) -> None:
    campaign, one, _ = scene()
    sign_in_lead(client, campaign)
    labels = [client.get(page_of(one, query)).context["shown"].blocks[0].label for query in ("", "?by=week", "?by=odd")]
    assert labels == ["1–6", "2026-03-02", "1–6"]


def test_clips_not_played_whole_are_counted(client: Client) -> None:
    campaign, (one, _) = opened_campaign("camp", pairs=4)
    seats = claim_seats(member=one, count=4, now=NOW).seats
    plays = (0, 1, 2, None)
    entries = [
        entry(seat, 2, **({} if count is None else {"plays": count})) for seat, count in zip(seats, plays, strict=True)
    ]
    submit_scores(member=one, entries=entries, now=NOW)
    sign_in_lead(client, campaign)
    whole = client.get(page_of(one)).context["shown"].whole
    assert (whole.plays_known, whole.unplayed) == (3, pytest.approx(1 / 3))


def test_gold_and_repeats_have_their_own_figures_and_are_in_no_other(client: Client) -> None:
    campaign, one, _ = scene()
    for place, pair in enumerate(make_query(campaign, pairs=3).pairs.select_related("campaign", "query", "moment")):
        set_gold(pair=pair, relevance=2, now=NOW, actor="lead")
        hidden_answer(one, pair, Purpose.GOLD, 2 + place)
    repeated = campaign.pairs.get(number=1)
    hidden_answer(one, repeated, Purpose.REPEAT, 4)
    sign_in_lead(client, campaign)
    shown = client.get(page_of(one)).context["shown"]
    assert (shown.gold.n, shown.gold.equal, shown.gold.within) == (3, 1, 2)
    assert (shown.repeats.n, shown.repeats.within) == (1, 0)
    assert shown.whole.scores == 6


def test_voided_scores_are_counted_apart(client: Client) -> None:
    campaign, one, _ = scene()
    void_person(member=one, now=NOW, actor="lead", reason="random")
    sign_in_lead(client, campaign)
    answer = client.get(page_of(one))
    assert (answer.context["shown"].superseded, answer.context["shown"].whole.scores) == (6, 0)
    assert "This person has no scores that count yet" in answer.content.decode()


@pytest.mark.parametrize("by", ["", "?by=week"])
def test_the_number_of_queries_does_not_grow_with_scores(client: Client, by: str) -> None:
    counts = []
    for slug, pairs in (("little", 2), ("much", 12)):
        campaign, members = opened_campaign(slug, people=2, pairs=pairs)
        score_all(members)
        settle(campaign)
        warn(members[0])
        client.force_login(make_lead(campaign).user)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(page_of(members[0], by)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_warning_stands_on_the_review_page_and_here_until_it_is_answered(client: Client) -> None:
    campaign, one, _ = scene()
    warning = warn(one, paused=True)
    sign_in_lead(client, campaign)
    review = reverse("review", args=[campaign.slug])
    assert all("2.0 s a score" in client.get(address).content.decode() for address in (review, page_of(one)))
    address = reverse("warning-answer", args=[campaign.slug, warning.pk])
    assert client.post(address).url == page_of(one)
    assert "2.0 s a score" not in client.get(review).content.decode()
    assert "Handled" in client.get(page_of(one)).content.decode()
    assert "already handled" in client.post(address, follow=True).content.decode()


def test_people_of_other_campaigns_leads_and_made_up_ones_are_not_found(client: Client) -> None:
    campaign, _, _ = scene()
    _, (outsider, _) = opened_campaign("other", pairs=1)
    pseudonym = sign_in_lead(client, campaign)
    for name in (outsider.pseudonym, pseudonym, "nobody"):
        assert client.get(reverse("person", args=["camp", name])).status_code == 404
    foreign = warn(outsider)
    assert client.post(reverse("warning-answer", args=["camp", foreign.pk])).status_code == 404
    foreign.refresh_from_db()
    assert foreign.answered_at is None


def test_others_than_the_lead_are_refused(client: Client) -> None:
    campaign, one, _ = scene(pairs=1)
    assert refusals(client, campaign, page_of(one)) == REFUSED


def test_the_pace_is_beside_the_campaigns(client: Client) -> None:
    campaign, members = opened_campaign("camp", people=2, queries=2)
    for member, pace in zip(members, (4, 8), strict=True):
        seats = claim_seats(member=member, count=40, now=NOW).seats
        end = NOW + timedelta(seconds=pace * 40)
        entries = [entry(seat, 2, ago_ms=1000 * pace * (39 - place)) for place, seat in enumerate(seats)]
        submit_scores(member=member, entries=entries, now=end)
    sign_in_lead(client, campaign)
    shown = client.get(page_of(members[0])).context["shown"]
    assert (shown.recent.pace_s, shown.campaign_pace_s) == (4.0, 6.0)

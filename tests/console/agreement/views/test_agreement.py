import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Score
from annotator.statistics.kappa import Weighting
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.people.services.voiding import preview_voiding, void_person
from moments.models import Campaign
from tests.built_once import built_once
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
PAGE, FILE = "/c/camp/agreement/", "/c/camp/agreement/csv/"


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@built_once
def scene(*, queries: int = 1, pairs: int = 6, rounds: int = 2) -> tuple[Campaign, list[Membership]]:
    """Two people, of whom the second scores one higher, and on rank 1 four: that pair goes to two further people."""
    campaign, members = opened_campaign("camp", people=4, queries=queries, pairs=pairs)
    ranks = {member.pk: place for place, member in enumerate(members)}

    def value(pair, member) -> int:
        odd = ranks[member.pk] % 2
        return 4 * odd if pair.rank == 1 else pair.rank % 4 + odd

    for couple in (members[:2], members)[:rounds]:
        score_all(couple, value)
        settle(campaign)
    return campaign, members


def test_the_page_tells_who_agrees_with_whom(client: Client) -> None:
    campaign, (one, other, *_) = scene()
    sign_in_lead(client, campaign)
    answer = client.get(PAGE)
    figures = answer.context["shown"].figures
    assert (figures.pairs, figures.scores) == (6, 12)
    couple = tuple(sorted((one.pseudonym, other.pseudonym)))
    assert set(figures.kappas[Weighting.QUADRATIC]) == {couple}
    severity = {person.rater: person.severity.value for person in figures.people}
    assert severity == {one.pseudonym: pytest.approx(-1.5), other.pseudonym: pytest.approx(1.5)}
    body = answer.content.decode()
    assert all(text in body for text in ("−1.50", "16.7%", "query text 1", one.pseudonym))
    assert f">{one.user.username}<" not in body


def test_all_scores_and_the_other_kappa_are_asked_for(client: Client) -> None:
    campaign, _ = scene()
    sign_in_lead(client, campaign)
    every = client.get(f"{PAGE}?scores=all&kappa=unweighted&by=week")
    assert (every.context["which"], every.context["weighting"], every.context["by"]) == ("all", "unweighted", "week")
    figures = every.context["shown"].figures
    assert (figures.scores, len(figures.kappas[Weighting.QUADRATIC])) == (14, 6)
    assert figures.disputed[0].escalated == 1
    assert figures.disputed[0].discarded == 1
    odd = client.get(f"{PAGE}?scores=odd&kappa=odd&by=odd")
    assert (odd.context["which"], odd.context["weighting"], odd.context["by"]) == ("first", "quadratic", "pairs")


def test_withdrawn_pairs_and_voided_scores_leave_the_figures_at_once(client: Client) -> None:
    campaign, (one, *_) = scene(rounds=1)
    sign_in_lead(client, campaign)
    assert client.get(PAGE).context["shown"].figures.pairs == 6
    pair = campaign.pairs.select_related("campaign", "query", "batch__protocol").get(number=1)
    withdraw_pair(pair=pair, reason="broken", now=timezone.now(), actor="lead")
    assert client.get(PAGE).context["shown"].figures.pairs == 5
    void_person(member=one, reason="random", seen=preview_voiding(member=one), actor="lead", now=NOW)
    assert client.get(PAGE).context["shown"].figures.pairs == 0


def test_scores_that_may_still_be_changed_are_not_in_it(client: Client) -> None:
    campaign, members = opened_campaign("camp", pairs=3)
    score_all(members)
    sign_in_lead(client, campaign)
    assert Score.objects.count() == 6
    assert client.get(PAGE).context["shown"].figures.pairs == 0
    settle(campaign)
    assert client.get(PAGE).context["shown"].figures.pairs == 3


def test_a_campaign_without_scores_says_so(client: Client) -> None:
    campaign, (one, _) = opened_campaign("camp", pairs=3)
    sign_in_lead(client, campaign)
    for query in ("", "?scores=all&by=week"):
        assert "Nothing to compare yet" in client.get(PAGE + query).content.decode()
    assert client.get(FILE).content.decode().splitlines()[1:] == []
    assert claim_seats(member=one, count=1, now=NOW).seats


def test_the_same_score_throughout_is_explained_in_words(client: Client) -> None:
    campaign, members = opened_campaign("camp", pairs=3)
    score_all(members, 2)
    settle(campaign)
    sign_in_lead(client, campaign)
    body = client.get(PAGE).content.decode()
    assert "every unit with two raters got the same score" in body
    assert "both sides gave the same single score every time" in body
    assert "No pair went to a second round" in body


def test_the_file_holds_every_couple(client: Client) -> None:
    campaign, members = scene()
    sign_in_lead(client, campaign)
    answer = client.get(FILE, {"scores": "all"})
    assert answer["Content-Disposition"] == 'attachment; filename="camp-agreement-all.csv"'
    header, *rows = [line.split(",") for line in answer.content.decode().splitlines()]
    assert header[:3] == ["worker", "other_worker", "pairs"]
    assert sorted(int(row[2]) for row in rows) == [1, 1, 1, 1, 1, 6]
    assert {row[0] for row in rows} | {row[1] for row in rows} == {member.pseudonym for member in members}


def test_scores_that_the_file_does_not_know_are_refused_by_name(client: Client) -> None:
    campaign, _ = opened_campaign("camp", pairs=1)
    sign_in_lead(client, campaign)
    answer = client.get(FILE, {"scores": "second"})
    assert (answer.status_code, answer.content.decode()) == (400, "scores: expected first, all\n")


def test_alpha_over_time_is_a_file_for_papers(client: Client) -> None:
    campaign, _ = scene()
    sign_in_lead(client, campaign)
    address = "/c/camp/agreement/alpha.svg?scores=all&by=week"
    assert address.replace("&", "&amp;") in client.get(f"{PAGE}?scores=all&by=week").content.decode()
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer["Content-Disposition"] == 'attachment; filename="camp-alpha-all.svg"'
    svg = answer.content.decode()
    assert 'aria-label="Krippendorff’s ordinal alpha with 95% intervals, week by week."' in svg
    (block,) = client.get(f"{PAGE}?scores=all&by=week").context["shown"].blocks.shown
    assert f">{block.label}</text>" in svg
    assert client.get("/c/camp/agreement/alpha.gif").status_code == 404
    assert client.get("/c/camp/agreement/alpha.svg?scores=second").status_code == 400


def test_what_has_no_alpha_has_no_figure(client: Client) -> None:
    campaign, _ = opened_campaign("camp", pairs=1)
    sign_in_lead(client, campaign)
    assert client.get("/c/camp/agreement/alpha.png").status_code == 404


@pytest.mark.parametrize("address", [PAGE, FILE, "/c/camp/agreement/alpha.svg"])
def test_others_are_refused(client: Client, address: str) -> None:
    campaign, _ = opened_campaign("camp", pairs=1)
    assert refusals(client, campaign, address) == REFUSED


def test_as_many_sql_queries_for_one_row_as_for_three_and_fewer_when_kept(client: Client) -> None:
    counts = []
    for queries in (1, 3):
        Campaign.objects.filter(slug="camp").update(slug=f"camp-{queries}")
        campaign, _ = scene(queries=queries, pairs=2)
        sign_in_lead(client, campaign)
        for _ in range(2):
            with CaptureQueriesContext(
                connection,
            ) as seen:
                assert len(client.get(f"{PAGE}?scores=all").context["disputed"]) == queries
            counts.append(len(seen))
    cold, warm, cold_of_three, warm_of_three = counts
    assert (cold, warm) == (cold_of_three, warm_of_three)
    assert warm < cold

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.checks.services.golds import set_gold
from annotator.exam.services.making import create_exam
from annotator.models import Purpose, Seat
from moments.base.errors import BadInput
from moments.models import Campaign, Pair
from moments.scale import BINARY
from moments.scales.services import set_scale
from tests.console.scenes import REFUSED, annotators, open_scene, refusals, sign_in_lead
from tests.factories import NOW, make_campaign, make_moments, make_query, submit

pytestmark = pytest.mark.django_db
ADDRESS = "/c/camp/golds/"


def scene(*, spare: int = 3):
    """A campaign with an open batch of three pairs and a query of the exam split, whose pairs begin at number 4."""
    campaign = open_scene(people=1)
    make_query(campaign, pairs=spare, split="exam", text="somebody juggles")
    return campaign


def posted(client: Client, number: int, act: str, **fields):
    return client.post(f"{ADDRESS}{number}/{act}/", fields, follow=True).content.decode()


def test_a_pair_becomes_gold_gets_another_answer_and_is_stopped(client: Client) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    assert "Pair 4 is now gold with the answer 3." in posted(client, 4, "set", level="3", show="pairs")
    posted(client, 4, "set", level="1", show="golds")
    gold = campaign.golds.get()
    assert (gold.relevance, gold.active, gold.pair.number) == (1, True, 4)
    assert "will no longer be inserted" in posted(client, 4, "stop", show="golds")
    assert "already stopped" in posted(client, 4, "stop", show="golds")
    assert "Use again" in client.get(ADDRESS).content.decode()


def test_leads_read_why_gold_has_its_answer_here_and_on_the_page_of_the_pair(client: Client) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    posted(client, 4, "set", level="3", explanation="<b>Both</b> balls are seen", show="pairs")
    page = client.get(ADDRESS).content.decode()
    assert "<strong>Why 3:</strong> &lt;b&gt;Both&lt;/b&gt; balls are seen" in page
    assert 'value="&lt;b&gt;Both&lt;/b&gt; balls are seen"' in page
    posted(client, 4, "set", level="3", explanation="Three balls are seen")
    posted(client, 4, "set", level="3", explanation="Three balls are seen")
    posted(client, 4, "stop")
    posted(client, 4, "set", level="2")
    assert "Why 2" not in client.get(ADDRESS).content.decode()
    why = client.get("/c/camp/pairs/4/why/").content.decode()
    assert "Made gold with the answer 3. Explanation: &lt;b&gt;Both&lt;/b&gt; balls are seen" in why
    assert "Made gold with the answer 3. Explanation: Three balls are seen" in why
    assert "Made gold with the answer 2 instead of 3." in why
    assert "No longer inserted as gold" in why
    assert campaign.ledger.filter(kind="gold_set").count() == 3


def test_pairs_that_could_be_gold_are_found_by_words_or_number(client: Client) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    posted(client, 4, "set", level="3")
    for asked, numbers in (("", [5, 6]), ("juggles", [5, 6]), ("5", [5]), ("4", []), ("query text", [])):
        rows = client.get(ADDRESS, {"show": "pairs", "q": asked}).context.get("rows")
        assert [pair.number for pair, *_ in rows] == numbers


def test_pairs_behind_the_batch_that_people_score_come_first(client: Client) -> None:
    campaign = scene()
    opened = campaign.queries.order_by("query_id").first()
    (moment,) = make_moments(campaign, 1)
    behind = Pair.objects.create(campaign=campaign, query=opened, moment=moment, number=90, rank=21, similarity=0.1)
    sign_in_lead(client, campaign)
    numbers = [pair.number for pair, *_ in client.get(ADDRESS, {"show": "pairs"}).context["rows"]]
    assert numbers == [behind.number, 4, 5, 6]


def test_the_list_shows_how_many_answers_were_near(client: Client) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    posted(client, 4, "set", level="3")
    (member,) = annotators(campaign)
    fields = {"campaign": campaign, "pair": campaign.pairs.get(number=4), "purpose": Purpose.GOLD}
    for given in (2, 0):
        seat = Seat.objects.create(**fields, round=1, number=1, state="held", annotator=member, held_at=NOW)
        submit(member, seat, given)
    ((_, _, gold),) = client.get(ADDRESS).context["rows"]
    assert (gold.answered, gold.within) == (2, 1)


@pytest.mark.parametrize(
    ("number", "level", "reason"),
    [(4, "5", "relevance: expected 0 to 4"), (4, "", "relevance: expected 0 to 4"), (1, "2", "is in an open batch")],
)
def test_what_cannot_be_gold_is_refused_with_the_reason(client: Client, number, level, reason) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    assert reason in posted(client, number, "set", level=level, show="pairs", q="juggles")
    assert not campaign.golds.exists()


def test_pairs_of_nowhere_are_not_found(client: Client) -> None:
    sign_in_lead(client, scene())
    assert client.post(f"{ADDRESS}99/set/", {"level": "2"}).status_code == 404
    assert client.post(f"{ADDRESS}4/stop/").status_code == 404


@pytest.mark.parametrize("show", ["golds", "pairs"])
def test_the_number_of_queries_does_not_grow_with_pairs(client: Client, show: str) -> None:
    campaign = scene(spare=8)
    sign_in_lead(client, campaign)
    counts = []
    for number in (4, 5, 6):
        posted(client, number, "set", level="2")
        with CaptureQueriesContext(connection) as asked:
            assert client.get(ADDRESS, {"show": show}).status_code == 200
        counts.append(len(asked))
    assert len(set(counts)) == 1


def test_others_than_the_lead_are_refused(client: Client) -> None:
    assert refusals(client, scene(), ADDRESS) == REFUSED


def test_no_pair_of_a_query_in_an_exams_bank_is_offered(client: Client) -> None:
    campaign = scene()
    make_query(campaign, pairs=2, split="exam", text="somebody sings")
    exam = create_exam(campaign=campaign, pairs=[4], now=NOW, actor="lead")
    sign_in_lead(client, campaign)

    def offered() -> list[int]:
        return [pair.number for pair, *_ in client.get(ADDRESS, {"show": "pairs"}).context["rows"]]

    assert offered() == [7, 8]
    exam.items.update(dropped=True)
    assert offered() == [4, 5, 6, 7, 8]


def test_gold_is_held_against_the_scale_as_it_is_when_it_is_stored() -> None:
    campaign = make_campaign()
    pair = make_query(campaign, pairs=1).pairs.select_related("campaign").get()
    assert pair.campaign.highest == 4  # as it was read before somebody else made the scale smaller
    set_scale(campaign=Campaign.objects.get(), levels=BINARY.levels, now=NOW, actor="other")
    with pytest.raises(BadInput, match="relevance: expected"):
        set_gold(pair=pair, relevance=4, now=NOW, actor="lead")

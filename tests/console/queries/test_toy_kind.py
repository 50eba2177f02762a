"""A new kind of decision is one object: it is recorded, explained, shown in the history and in comparisons."""

import json
from pathlib import Path

import pytest

from consensus.decisions.known_kinds import KINDS
from consensus.export.services.comparison import compare_exports
from moments.ledger.kinds import LedgerKind
from moments.ledger.services import record_decision
from moments.models import Query
from tests.consensus.export.scenes import export, graded_campaign
from tests.console.scenes import sign_in_lead
from tests.factories import NOW

pytestmark = pytest.mark.django_db
PAIR_TOYED = LedgerKind(
    "pair_toyed", "pair", "Toyed with {times} times".format_map, "toyed with pair {pair}", shown=("times",)
)
QUERY_TOYED = LedgerKind(
    "query_toyed",
    "query",
    "Its query was toyed with".format_map,
    "query toyed with {times} times",
    explains=lambda payload, pair, batch: pair == payload["only"],
)


@pytest.fixture
def campaign(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for kind in (PAIR_TOYED, QUERY_TOYED):
        monkeypatch.setitem(KINDS, kind.name, kind)
    campaign = graded_campaign(queries=1)
    export(campaign, tmp_path / "old")
    first = campaign.pairs.select_related("query").get(number=1)
    about = {"campaign": campaign, "actor": "1234", "now": NOW}
    record_decision(kind=PAIR_TOYED, payload={"times": 2}, pair=first, **about)
    record_decision(kind=QUERY_TOYED, payload={"times": 3, "only": 1}, query=first.query, **about)
    return campaign


def test_it_is_in_the_ledger(campaign) -> None:
    rows = campaign.ledger.order_by("-number").values_list("kind", "query_id", "pair_number", "payload")[:2]
    assert [(*row, json.loads(payload)) for *row, payload in rows] == [
        ("query_toyed", 1, None, {"times": 3, "only": 1}),
        ("pair_toyed", 1, 1, {"times": 2}),
    ]


def test_it_explains_the_pairs_that_it_is_about(client, campaign) -> None:
    sign_in_lead(client, campaign)
    first, second = (client.get(f"/c/films/pairs/{number}/why/").content.decode() for number in (1, 2))
    assert [sentence in first for sentence in ("Toyed with 2 times.", "Its query was toyed with.")] == [True, True]
    assert "oyed with" not in second


def test_it_is_in_the_history_of_its_query(client, campaign) -> None:
    sign_in_lead(client, campaign)
    page = client.get("/c/films/queries/1/").content.decode()
    assert [page.count(text) for text in ("Toyed with pair 1, by 1234", "Query toyed with 3 times, by 1234")] == [1, 1]


def test_a_comparison_of_exports_shows_it(campaign, tmp_path: Path) -> None:
    Query.objects.update(text="edited")
    export(campaign, tmp_path / "new")
    changes = compare_exports(old=tmp_path / "old", new=tmp_path / "new").changes
    why = next(change.why for change in changes if change.pair_id == 1)
    assert [text.partition(": ")[2] for text in why] == ["pair toyed by 1234 (times 2)", "query toyed by 1234"]

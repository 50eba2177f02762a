"""Queries that are drawn from captions or typed: ids go on, texts are asked once, and the ledger records both."""

from __future__ import annotations

import json

import pytest

from moments.base.errors import BadInput
from moments.corpus.selectors.sampling import drawn_captions
from moments.corpus.services import add_query, sample_queries
from moments.models import Campaign, LedgerEntry
from tests.factories import NOW, make_campaign, make_moments, make_query
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db


def add(campaign: Campaign, text: str, split: str = "val"):
    return add_query(campaign=campaign, text=text, split=split, now=NOW, actor="admin")


def test_a_typed_query_gets_the_next_id_and_is_in_the_ledger() -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=1)
    query = add(campaign, "  A man\n opens   the door ", "test")
    assert (query.query_id, query.text, query.split, query.own_moment) == (2, "A man opens the door", "test", None)
    entry = LedgerEntry.objects.latest("number")
    assert (entry.kind, entry.actor, json.loads(entry.payload)) == (
        "query_added",
        "admin",
        {"query_id": 2, "split": "test"},
    )


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 10_001, "a\0b"])
def test_a_text_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="^text: expected 1 to 10,000 characters"):
        add(make_campaign(), text)


def test_a_text_is_asked_once_in_any_split_whatever_its_case() -> None:
    campaign = make_campaign()
    add(campaign, "A dog barks.")
    with pytest.raises(BadInput, match="already a query"):
        add(campaign, "a DOG  barks", "exam")


def test_archives_and_campaigns_that_mark_take_no_query() -> None:
    campaign = make_campaign()
    Campaign.objects.update(status="archive")
    campaign.refresh_from_db()
    with pytest.raises(BadInput, match="an archive"):
        add(campaign, "A dog barks.")
    marking, _ = marking_campaign()
    with pytest.raises(BadInput, match="authors write the questions"):
        add(marking, "A dog barks.")
    with pytest.raises(BadInput, match="^split: expected one of val, test, exam"):
        add(campaign, "A dog barks.", "train")


def test_the_preview_is_what_the_sample_makes() -> None:
    campaign = make_campaign()
    make_moments(campaign, 9)
    draw = drawn_captions(campaign, count=4, seed=7)
    made = sample_queries(campaign=campaign, split="val", count=4, seed=7, now=NOW, actor="admin", seen=draw.highest)
    assert (draw.free, draw.highest) == (9, 0)
    assert [query.text for query in made] == [text for _, text in draw.chosen]
    entry = LedgerEntry.objects.latest("number")
    assert json.loads(entry.payload) == {"split": "val", "count": 4, "seed": 7, "first_query_id": 1}


def test_a_sample_is_refused_if_queries_were_added_after_its_preview() -> None:
    campaign = make_campaign()
    make_moments(campaign, 9)
    add(campaign, "A dog barks.")
    with pytest.raises(BadInput, match="look at the preview again"):
        sample_queries(campaign=campaign, split="val", count=4, seed=7, now=NOW, actor="admin", seen=0)
    assert campaign.queries.count() == 1

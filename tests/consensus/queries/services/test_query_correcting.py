"""Another wording of the same meaning: scores still count, both texts stay, the ledger and exports tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.guideline.services import add_example
from annotator.models import Score, Seat
from consensus.decisions.known_kinds import kind_named
from consensus.export.services.exporting import export_labels
from consensus.labels.selectors.labels import corrected_queries
from consensus.models import BatchReview, Verdict
from consensus.queries.services.editing import correct_query, edit_query, retire_query
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Campaign, CampaignStatus, LedgerEntry, Query, QueryVersion, Split
from tests.factories import NOW, claim, make_query, opened_campaign, score_all, settle, submit
from tests.marking import asked, finished, marking_campaign

pytestmark = pytest.mark.django_db


def correct(query: Query, text: str = "Somebody runs.", **given: Any) -> Query:
    asked_for = {"actor": "L1", "reason": "a slip", "now": NOW, **given}
    return correct_query(query=query, text=text, **asked_for)


def stored(campaign: Campaign) -> tuple[list[Any], ...]:
    """Everything that another meaning would supersede."""
    return (
        list(Seat.objects.filter(campaign=campaign).order_by("pk").values()),
        list(Score.objects.filter(seat__campaign=campaign).order_by("pk").values()),
        list(Verdict.objects.order_by("pk").values()),
        list(BatchReview.objects.order_by("pk").values()),
        list(campaign.pairs.order_by("pk").values()),
    )


def test_everything_counts_on_and_the_text_before_is_kept() -> None:
    campaign, members = opened_campaign(pairs=3)
    score_all(members, 3)
    settle(campaign)
    before, query = stored(campaign), campaign.queries.get()
    assert correct(query, "  Somebody \n runs. ", seen_version=1).version == 2
    assert (stored(campaign), query.text) == (before, "Somebody runs.")
    old = QueryVersion.objects.get()
    assert (old.version, old.text, old.actor, old.reason, old.same_meaning) == (1, "query text 1", "L1", "a slip", True)
    entry = LedgerEntry.objects.get(kind="query_corrected")
    assert kind_named(entry.kind).sentence(json.loads(entry.payload)) == (
        "The query's wording was corrected to version 2. Its meaning is the same, so its scores still count. Reason: "
        "a slip"
    )
    assert list(breaches(campaign, now=NOW, sweep_s=5)) == []


def test_who_is_at_work_goes_on() -> None:
    campaign, members = opened_campaign(pairs=1)
    held = claim(members[0], 1)
    correct(campaign.queries.get())
    submit(members[0], held[0], 3)
    assert Score.objects.get().relevance == 3


def test_examples_and_seen_exam_queries_can_be_corrected() -> None:
    campaign, members = opened_campaign(pairs=2)
    score_all(members, 3)
    settle(campaign)
    add_example(pair=campaign.pairs.first(), relevance=3, note="", actor="L1", now=NOW)
    correct(campaign.queries.get())
    Query.objects.update(split=Split.EXAM)
    correct(campaign.queries.get(), "Someone runs.")
    assert campaign.queries.get().version == 3


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"text": " "}, "text: is empty"),
        ({"text": "query text 1"}, "text: has not changed"),
        ({"text": "a\0b"}, "text: expected at most"),
        ({"reason": ""}, "give a reason"),
        ({"seen_version": 2}, "has been edited in the meantime"),
    ],
)
def test_what_cannot_be_changes_nothing(given: dict[str, Any], problem: str) -> None:
    campaign, _ = opened_campaign(pairs=1)
    with pytest.raises(BadInput, match=problem):
        correct(campaign.queries.get(), **given)
    assert (campaign.queries.get().version, QueryVersion.objects.exists()) == (1, False)


def test_retired_queries_archives_and_questions_are_refused() -> None:
    campaign, _ = opened_campaign(pairs=1)
    query = campaign.queries.get()
    retire_query(query=query, actor="L1", reason="x", now=NOW)
    with pytest.raises(BadInput, match="already retired"):
        correct(query)
    query.campaign.status = CampaignStatus.ARCHIVE
    with pytest.raises(BadInput, match="an archive"):
        correct(query)
    marking, (author, *_) = marking_campaign()
    asked(author)
    finished(author)
    with pytest.raises(BadInput, match="on the page of the question"):
        correct(marking.queries.get())


def test_exports_name_the_wordings_since_the_meaning_changed_last(tmp_path: Path) -> None:
    campaign, members = opened_campaign(people=4, pairs=2, queries=2)
    score_all(members, 3)
    settle(campaign)
    first, other = campaign.queries.order_by("query_id")

    def exported(name: str) -> Path:
        export_labels(campaign=campaign, out=tmp_path / name, formats=["tvr"], partial=True)
        return tmp_path / name

    assert not (exported("none") / "corrected_queries.jsonl").exists()
    make_query(campaign, pairs=1)
    correct(campaign.queries.last(), "Not opened, so in no export.")
    correct(first, "One.")
    edit_query(query=first, text="Two.", actor="L1", reason="other", now=NOW)
    correct(first, "Two!", reason="a\u2028line")
    correct(other, "Three.")
    correct(other, "Three!")
    assert [(one.query_id, one.version, one.query) for one in corrected_queries(campaign)] == [
        (first.query_id, 3, "Two."),
        (other.query_id, 1, "query text 2"),
        (other.query_id, 2, "Three."),
    ]
    out = exported("some")
    lines = (out / "corrected_queries.jsonl").read_text().split("\n")
    assert [json.loads(line)["reason"] for line in lines if line] == ["a\u2028line", "a slip", "a slip"]
    assert "3 earlier wordings with the same meaning" in (out / "README.md").read_text()
    manifest = json.loads((out / "manifest.json").read_text())
    assert "corrected_queries.jsonl" in json.dumps(manifest["files"])

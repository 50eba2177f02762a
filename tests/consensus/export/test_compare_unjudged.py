"""What two exports say of pairs that stand in no file of labels: unjudged, and adjudicated by a lead."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from consensus.export.services.comparison import compare_exports
from consensus.labels.selectors.labels import TOO_FAR_APART
from consensus.models import Verdict
from consensus.pairs.services.adjudicating import adjudicate_pair, withdraw_adjudication
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import withdraw_pair
from moments.models import Campaign, Pair
from tests.consensus.export.scenes import export, graded_campaign
from tests.console.scenes import sign_in_admin
from tests.factories import NOW, made_export

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ENDED_BY_RULE = {"outcome": "discarded", "reason": TOO_FAR_APART}


def pair_two(campaign: Campaign) -> Pair:
    """The pair that the rule discarded."""
    return campaign.pairs.select_related("campaign", "query", "batch").get(number=2)


def adjudicate(campaign: Campaign, relevance: int, reason: str) -> None:
    adjudicate_pair(pair=pair_two(campaign), relevance=relevance, actor="9876", reason=reason, now=NOW)


def take_back(campaign: Campaign, reason: str) -> None:
    withdraw_adjudication(pair=pair_two(campaign), actor="1234", reason=reason, now=NOW)


def reopen(campaign: Campaign) -> None:
    reopen_pair(pair=pair_two(campaign), actor="1234", reason="two films", now=NOW)


def withdraw(campaign: Campaign) -> None:
    withdraw_pair(pair=pair_two(campaign), actor="1234", reason="wrong clip", now=NOW)


@pytest.fixture
def campaign() -> Campaign:
    return graded_campaign(queries=1)


def changed(campaign: Campaign, tmp_path: Path, *deeds) -> list[tuple]:
    """Kind, relevance before and after, and texts of what the deeds changed."""
    export(campaign, tmp_path / "old")
    for deed in deeds:
        deed(campaign)
    export(campaign, tmp_path / "new")
    found = compare_exports(old=tmp_path / "old", new=tmp_path / "new")
    assert {(change.pair_id, change.query_id, change.split) for change in found.changes} <= {(2, 1, "val")}
    return [(change.kind, change.before, change.after, change.texts) for change in found.changes]


def differing(before: dict, after: dict) -> dict[str, list]:
    return {name: [before.get(name), after.get(name)] for name in {**before, **after}}


def test_an_new_adjudication_is_listed(campaign: Campaign, tmp_path: Path) -> None:
    texts = differing({}, {"actor": "9876", "reason": "plainly so"})
    assert changed(campaign, tmp_path, lambda given: adjudicate(given, 3, "plainly so")) == [
        ("adjudication_added", None, 3, texts)
    ]


def test_an_changed_adjudication_is_listed(campaign: Campaign, tmp_path: Path) -> None:
    adjudicate(campaign, 3, "plainly so")
    deeds = (lambda given: take_back(given, "too hasty"), lambda given: adjudicate(given, 1, "on a second look"))
    texts = {"reason": ["plainly so", "on a second look"]}
    assert changed(campaign, tmp_path, *deeds) == [("adjudication_changed", 3, 1, texts)]


def test_a_pair_that_is_unjudged_for_another_reason_is_listed_with_its_removed_adjudication(
    campaign: Campaign, tmp_path: Path
) -> None:
    adjudicate(campaign, 3, "plainly so")
    assert changed(campaign, tmp_path, lambda given: take_back(given, "too hasty"), reopen, withdraw) == [
        ("adjudication_removed", 3, None, differing({"actor": "9876", "reason": "plainly so"}, {})),
        ("unjudged_changed", None, None, differing(ENDED_BY_RULE, {"outcome": "withdrawn", "reason": "wrong clip"})),
    ]


def test_a_pair_that_is_undecided_again_left_the_unjudged(campaign: Campaign, tmp_path: Path) -> None:
    assert changed(campaign, tmp_path, reopen) == [("unjudged_removed", None, None, differing(ENDED_BY_RULE, {}))]


def test_a_pair_that_was_undecided_joined_the_unjudged(campaign: Campaign, tmp_path: Path) -> None:
    reopen(campaign)
    texts = differing({}, {"outcome": "withdrawn", "reason": "wrong clip"})
    assert changed(campaign, tmp_path, withdraw) == [("unjudged_added", None, None, texts)]


def test_what_the_labels_say_is_not_said_again(campaign: Campaign, tmp_path: Path) -> None:
    assert changed(
        campaign,
        tmp_path,
        lambda given: Verdict.objects.filter(pair__number=2).update(kind="agreed", relevance=4, round=2),
    ) == [("from_unjudged", None, 4, {})]


@pytest.fixture
def exports(campaign: Campaign, tmp_path: Path) -> tuple[Path, Path]:
    """Pair 2 was adjudicated; that is taken back, and the pair reopened and withdrawn."""
    adjudicate(campaign, 3, "plainly so")
    export(campaign, tmp_path / "old")
    take_back(campaign, "too hasty")
    reopen(campaign)
    withdraw(campaign)
    export(campaign, tmp_path / "new")
    return tmp_path / "old", tmp_path / "new"


def test_both_are_listed_with_the_decisions_behind_them(exports: tuple[Path, Path]) -> None:
    found = compare_exports(old=exports[0], new=exports[1])
    for change in found.changes:
        reasons = [why.split(": ", 1)[1] for why in change.why]
        assert reasons == [
            "adjudication withdrawn by 1234 (relevance 3; too hasty)",
            "pair reopened by 1234 (two films)",
            "pair withdrawn by 1234 (wrong clip)",
        ]


def test_the_command_tells_both(exports: tuple[Path, Path]) -> None:
    printed = StringIO()
    call_command("compare_exports", *map(str, exports), stdout=printed)
    lines = printed.getvalue().splitlines()
    assert {"unjudged changed: 1", "adjudication removed: 1", "adjudication added: 0"} < set(lines)
    where = "pair 2 (query 1, val)"
    assert f"{where}: adjudication removed, 3 -> –, actor '9876' -> –, reason 'plainly so' -> –" in lines
    outcome = f"outcome 'discarded' -> 'withdrawn', reason '{TOO_FAR_APART}' -> 'wrong clip'"
    assert f"{where}: unjudged changed, {outcome}" in lines
    printed = StringIO()
    call_command("compare_exports", *map(str, exports), "--json", stdout=printed)
    assert json.loads(printed.getvalue())["counts"]["unjudged_changed"] == 1


def test_an_export_from_before_adjudications_holds_none(exports: tuple[Path, Path]) -> None:
    for folder in exports:
        (folder / "adjudicated.json").unlink()
        manifest = json.loads((folder / "manifest.json").read_text())
        del manifest["files"]["adjudicated.json"]
        (folder / "manifest.json").write_text(json.dumps(manifest))
    found = compare_exports(old=exports[0], new=exports[1])
    assert [change.kind for change in found.changes] == ["unjudged_changed"]


def test_only_the_same_export_is_said_to_hold_the_same(exports: tuple[Path, Path]) -> None:
    for new, is_same in ((exports[0], True), (exports[1], False)):
        printed = StringIO()
        call_command("compare_exports", str(exports[0]), str(new), stdout=printed)
        assert (
            "both exports contain the same labels, unjudged pairs and adjudications" in printed.getvalue()
        ) == is_same


def test_the_page_tells_every_kind(client, campaign: Campaign, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "data")
    adjudicate(campaign, 3, "<b>plainly</b> so")
    made_export(campaign, partial=True)
    take_back(campaign, "too hasty")
    reopen(campaign)
    withdraw(campaign)
    made_export(campaign, partial=True)
    sign_in_admin(client)
    page = client.get("/c/films/exports/compare/", {"old": "1", "new": "2"}).content.decode()
    assert "<dt>Reason for unjudged changed</dt><dd>1</dd>" in page
    assert "<dt>Adjudications removed</dt><dd>1</dd>" in page
    assert '<del class="given-text" dir="auto">discarded</del>' in page
    assert '<ins class="given-text" dir="auto">withdrawn</ins>' in page
    assert '<del class="given-text" dir="auto">&lt;b&gt;plainly&lt;/b&gt; so</del></p>' in page
    assert "adjudication withdrawn by 1234 (relevance 3; too hasty)" in page
    assert "Both exports contain the same" not in page

"""Campaigns worth exporting, and exports of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from annotator.models import Membership
from consensus.export.formats.registry import FORMATS
from consensus.export.services.exporting import Exported, export_labels
from consensus.pairs.services.withdrawing import withdraw_pair
from moments.models import Campaign, Pair
from tests.built_once import built_once
from tests.factories import NOW, opened_campaign, score_all, settle


@built_once
def graded_campaign(*, queries: int = 3, pairs: int = 6) -> Campaign:
    """Four people; grades spread over 0–4 and falling with the rank; one pair discarded, the last one withdrawn."""
    campaign, members = opened_campaign(people=4, queries=queries, pairs=pairs)
    last = campaign.pairs.select_related("batch").order_by("-number")[0]
    withdraw_pair(pair=last, actor="1234", reason="clip broken", now=NOW)
    given: dict[int, int] = {}

    def score(pair: Pair, member: Membership) -> int:
        place = given[pair.number] = given.get(pair.number, 0) + 1
        if pair.number == 2:
            return (0, 2, 4, 4)[place - 1]
        return max(0, min(4, 4 - pair.rank + pair.query.query_id % 3 + place % 2))

    score_all(members, score)
    settle(campaign)
    score_all(members, score)
    settle(campaign, after_s=122)
    return campaign


def export(campaign: Campaign, out: Path, formats: Sequence[str] = FORMATS, *, partial: bool = True) -> Exported:
    """The campaign's export in `out`."""
    return export_labels(campaign=campaign, out=out, formats=formats, partial=partial)


def labels_in(out: Path, split: str = "val") -> list[dict[str, Any]]:
    """The labels of a split, by the standard library."""
    labels: list[dict[str, Any]] = json.loads((out / f"{split}.json").read_text(encoding="utf-8"))
    return labels


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file's bytes by name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def lines_in(path: Path) -> list[str]:
    """The file's lines."""
    return path.read_text(encoding="utf-8").splitlines()


def trec(lines: Iterable[str], value: int) -> dict[str, dict[str, Any]]:
    """A qrels or run file as query → document → the number in column `value`."""
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        columns = line.split(" ")
        found.setdefault(columns[0], {})[columns[2]] = float(columns[value]) if value > 3 else int(columns[value])
    return found

"""The versions of a campaign's guideline, for those who write it: who made which, and what changed."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count
from django.http import Http404

from annotator.guideline.selectors.reading import principles_in
from annotator.models import Guideline, GuidelineExample
from moments.models import Campaign

DiffKind = Literal["same", "added", "removed"]
KINDS: dict[str, DiffKind] = {"  ": "same", "+ ": "added", "- ": "removed"}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of a text, and whether a version added or removed it."""

    kind: DiffKind
    text: str


@dataclass(frozen=True, slots=True)
class ShownVersion:
    """One version next to the one before it."""

    guideline: Guideline
    lines: list[DiffLine]
    points: list[DiffLine]
    added: list[GuidelineExample]
    removed: list[GuidelineExample]

    @property
    def points_changed(self) -> bool:
        """Whether what to keep in mind is different from before."""
        return any(line.kind != "same" for line in self.points)


def versions_of(campaign: Campaign) -> list[Guideline]:
    """The versions, newest first, each with `read_by`, the number of people who read it; one SQL query."""
    return list(campaign.guidelines.annotate(read_by=Count("readings")).order_by("-version"))


def chosen_version(campaign: Campaign, wanted: str) -> ShownVersion | None:
    """The version that `wanted` names, None if it names nothing; raises Http404 if there is no such version."""
    if not wanted:
        return None
    found = campaign.guidelines.filter(version=int(wanted)).first() if wanted.isdecimal() and len(wanted) < 6 else None
    if found is None:
        raise Http404("no such version")
    before = campaign.guidelines.filter(version=found.version - 1).first()
    now_shown, shown_before = _examples(found), _examples(before)
    return ShownVersion(
        guideline=found,
        lines=list(diff_lines(before.text if before else "", found.text)),
        points=list(diff_lines(principles_in(before, campaign), principles_in(found, campaign))),
        added=[example for pair, example in now_shown.items() if pair not in shown_before],
        removed=[example for pair, example in shown_before.items() if pair not in now_shown],
    )


def diff_lines(before: str, after: str) -> Iterator[DiffLine]:
    """The lines of both texts in order, each kept, added or removed."""
    for line in difflib.ndiff(before.splitlines(), after.splitlines()):
        kind = KINDS.get(line[:2])
        if kind is not None:  # the others only mark where in a line the change is
            yield DiffLine(kind, line[2:])


def _examples(guideline: Guideline | None) -> dict[int, GuidelineExample]:
    if guideline is None:
        return {}
    rows = guideline.examples.select_related("pair").order_by("pk")
    return {row.pair_id: row for row in rows}

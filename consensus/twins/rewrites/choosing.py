"""Chooses rewrites of a caption: like it, less like the twin's caption, and unlike each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotator.twins.wording import normalised
from moments.base.errors import BadInput

MOST_REWRITES = 20


class RewriteFault(StrEnum):
    """Why a rewrite is not kept."""

    CAPTION = "the caption, or the twin's"
    FAR = "too far from its caption"
    TWIN = "not nearer to its caption than to the twin's"
    ALIKE = "too like another rewrite"
    SPARE = "not needed"
    FORM = "a caption may not be written so"


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A rewrite with its similarity (at most 1) to its own caption and to the caption of the twin, if there is one."""

    text: str
    to_own: float
    to_twin: float | None = None

    @property
    def lead(self) -> float:
        """How much nearer it is to its own caption than to the twin's."""
        return self.to_own - (self.to_twin or 0.0)


@dataclass(frozen=True, slots=True)
class RewriteRules:
    """How many rewrites are wanted, how similar they are to their caption at least, by how much more than to the
    twin's, and how similar to each other at most. Raises BadInput naming the value that is out of its range.
    """

    wanted: int = 9
    least_similar: float = 0.7
    least_lead: float = 0.0
    most_alike: float = 0.97

    def __post_init__(self) -> None:
        if not 1 <= self.wanted <= MOST_REWRITES:
            raise BadInput(f"wanted: expected 1 to {MOST_REWRITES}, got {self.wanted}")
        for name in ("least_similar", "least_lead", "most_alike"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadInput(f"{name}: expected 0 to 1, got {getattr(self, name):g}")


@dataclass(frozen=True, slots=True)
class ChosenRewrites:
    """The places of the rewrites that are kept, the surest first, and the fault of every other one."""

    kept: tuple[int, ...]
    faults: Mapping[int, RewriteFault]


STANDARD_RULES = RewriteRules()


def choose_rewrites(
    own: str,
    twin: str | None,
    rewrites: Sequence[Rewrite],
    alike: Sequence[Sequence[float]],
    *,
    rules: RewriteRules = STANDARD_RULES,
    had: int = 0,
) -> ChosenRewrites:
    """The rewrites to keep; `alike[i][j]` is the similarity of two of them.

    The first `had` are kept already and stay. Of the others, those that lead by most over the twin's caption are
    taken first, and each that is too like one taken before is left out. A similarity that is not a number never
    passes. Raises ValueError if `alike` has another size.
    """
    if len(alike) != len(rewrites) or any(len(row) != len(rewrites) for row in alike):
        raise ValueError(f"{len(rewrites)} rewrites need {len(rewrites)} × {len(rewrites)} similarities")
    captions = {normalised(text) for text in (own, twin) if text is not None}
    kept = list(range(had))
    faults: dict[int, RewriteFault] = {}
    for place in sorted(range(had, len(rewrites)), key=lambda place: (-rewrites[place].lead, place)):
        fault = _fault_of(rewrites[place], captions, rules)
        if fault is None and not all(alike[place][other] <= rules.most_alike for other in kept):
            fault = RewriteFault.ALIKE
        if fault is None and len(kept) >= rules.wanted:
            fault = RewriteFault.SPARE
        if fault is None:
            kept.append(place)
        else:
            faults[place] = fault
    return ChosenRewrites(tuple(kept), faults)


def _fault_of(rewrite: Rewrite, captions: set[str], rules: RewriteRules) -> RewriteFault | None:
    if normalised(rewrite.text) in captions:
        return RewriteFault.CAPTION
    if not rewrite.to_own >= rules.least_similar:
        return RewriteFault.FAR
    if rewrite.to_twin is not None and not (rewrite.lead > 0 and rewrite.lead >= rules.least_lead):
        return RewriteFault.TWIN
    return None

"""Relevance against similarity and against rank, and what a similarity of 1 is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotator.text.section import (
    BINS_A_UNIT,
    LEVELS,
    Cell,
    Plot,
    Section,
    levels_by,
    mean_level,
    percent,
    share_rows,
    without_relevance,
)
from consensus.report.counts import BIN_OF_ONE

SHARES = tuple(f"% of relevance {level}" for level in LEVELS)
PERFECT = LEVELS[-1]


def by_similarity(counted: Mapping[tuple[int, int], int]) -> Section:
    """Mean relevance and share of each level by bins of similarity, of agreed pairs."""
    name, title = "relevance_by_similarity", "Relevance against similarity"
    header = ("similarity from", "to", "agreed pairs", "mean relevance", *SHARES)
    if not counted:
        return without_relevance(name, title, header)
    bins = levels_by(counted)
    means = {place: mean_level(counts) for place, counts in bins.items()}
    low, high = min(bins), max(bins)
    sentence = (
        f"Mean relevance is {means[low]:.2f} for similarities {span(low)} and {means[high]:.2f} for those "
        f"{span(high)}, over {agreed_pairs(sum(counted.values()))}."
    )
    return Section(
        name=name,
        title=title,
        sentence=sentence,
        header=header,
        rows=tuple((*ends(place), sum(counts), means[place], *_shares(counts)) for place, counts in bins.items()),
        plots=(
            Plot(
                name="mean_by_similarity",
                chart="line",
                sentence=f"Mean relevance by similarity. {sentence}",
                x="similarity",
                y="mean relevance",
                rows=tuple({"x": middle(place), "y": means.get(place)} for place in range(low, high + 1)),
            ),
            Plot(
                name="levels_by_similarity",
                chart="shares",
                sentence="Share of each relevance by similarity; the numbers are in the table.",
                x=f"similarity{'; 1 is shown separately on the right' if high == BIN_OF_ONE else ''}",
                y="% of agreed pairs",
                rows=share_rows((*ends(place), counts) for place, counts in bins.items()),
            ),
        ),
    )


def by_rank(counted: Mapping[tuple[int, int], int]) -> Section:
    """Mean relevance and share of each level by rank, of agreed pairs."""
    name, title = "relevance_by_rank", "Relevance by rank"
    header = ("rank", "agreed pairs", "mean relevance", *SHARES)
    if not counted:
        return without_relevance(name, title, header)
    ranks = levels_by(counted)
    means = {rank: mean_level(counts) for rank, counts in ranks.items()}
    low, high = min(ranks), max(ranks)
    sentence = (
        f"Mean relevance is {means[low]:.2f} at rank {low} and {means[high]:.2f} at rank {high}. Ranks of a second "
        "batch contain only pairs of extended queries."
    )
    return Section(
        name=name,
        title=title,
        sentence=sentence,
        header=header,
        rows=tuple((rank, sum(counts), means[rank], *_shares(counts)) for rank, counts in ranks.items()),
        plots=(
            Plot(
                name="mean_by_rank",
                chart="line",
                sentence=f"Mean relevance by rank. {sentence}",
                x="rank",
                y="mean relevance",
                rows=tuple({"x": rank, "y": mean} for rank, mean in means.items()),
            ),
            Plot(
                name="levels_by_rank",
                chart="shares",
                sentence="Share of each relevance by rank; the numbers are in the table.",
                x="rank",
                y="% of agreed pairs",
                rows=share_rows((rank - 0.5, rank + 0.5, counts) for rank, counts in ranks.items()),
            ),
        ),
    )


def of_similarity_one(counted: Mapping[tuple[int, int], int]) -> Section:
    """How the pairs whose texts are most similar were judged: a similarity of 1 does not make a perfect match."""
    name, title, header = "similarity_one", "Pairs with a similarity of 1", ("relevance", "agreed pairs", "% of them")
    if not counted:
        return without_relevance(name, title, header)
    counts = tuple(counted.get((BIN_OF_ONE, level), 0) for level in LEVELS)
    total = sum(counts)
    missed = total - counts[PERFECT]
    sentence = "No agreed pair has a similarity of 1."
    if total:
        share = percent(missed, total)
        sentence = f"Of {agreed_pairs(total)} with a similarity of 1, {missed} ({share:.2f}%) are not perfect."
    rows = tuple((level, counts[level], percent(counts[level], total)) for level in LEVELS)
    drawn: tuple[dict[str, Cell], ...] = tuple({"x": str(level), "y": share} for level, _, share in rows)
    plot = Plot(name, "bars", sentence, "relevance", "% of pairs with a similarity of 1", drawn)
    return Section(
        name=name,
        title=title,
        sentence=sentence,
        header=header,
        rows=rows,
        plots=(plot,) if total else (),
    )


def agreed_pairs(count: int) -> str:
    """So many agreed pairs, in words."""
    return f"{count:,} agreed pair{'' if count == 1 else 's'}"


def ends(place: int) -> tuple[float, float]:
    """Where the bin begins and ends."""
    return place / BINS_A_UNIT, min(place + 1, BIN_OF_ONE) / BINS_A_UNIT


def middle(place: int) -> float:
    """Where the bin is drawn."""
    return round(sum(ends(place)) / 2, 3)


def span(place: int) -> str:
    """The bin in words."""
    low, high = ends(place)
    return "of 1" if place == BIN_OF_ONE else f"from {low:.2f} to below {high:.2f}"


def _shares(counts: Sequence[int]) -> tuple[float, ...]:
    return tuple(percent(count, sum(counts)) for count in counts)

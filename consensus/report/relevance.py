"""Relevance against similarity and against rank, and what a similarity of 1 is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotator.text.section import (
    BINS_A_UNIT,
    Cell,
    Plot,
    Section,
    colours_of,
    levels_by,
    mean_level,
    percent,
    share_rows,
    without_relevance,
)
from consensus.report.counts import BIN_OF_ONE, BatchBorder
from moments.scale import PUBLISHED, Level, scale_of


def by_similarity(counted: Mapping[tuple[int, int], int], levels: Sequence[Level] = PUBLISHED) -> Section:
    """Mean relevance and share of each level by bins of similarity, of agreed pairs."""
    name, title = "relevance_by_similarity", "Relevance against similarity"
    header = ("similarity from", "to", "agreed pairs", "mean relevance", *_share_names(levels))
    if not counted:
        return without_relevance(name, title, header)
    bins = levels_by(counted, len(levels))
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
                colours=colours_of(levels),
            ),
            Plot(
                name="levels_by_similarity",
                chart="shares",
                sentence="Share of each relevance by similarity; the numbers are in the table.",
                x=f"similarity{'; 1 is shown separately on the right' if high == BIN_OF_ONE else ''}",
                y="% of agreed pairs",
                rows=share_rows((*ends(place), counts) for place, counts in bins.items()),
                colours=colours_of(levels),
            ),
        ),
    )


def by_rank(
    counted: Mapping[tuple[int, int], int], border: BatchBorder | None = None, levels: Sequence[Level] = PUBLISHED
) -> Section:
    """Mean relevance and share of each level by rank, of agreed pairs, with the border between batches marked."""
    name, title = "relevance_by_rank", "Relevance by rank"
    header = ("rank", "agreed pairs", "mean relevance", *_share_names(levels))
    if not counted:
        return without_relevance(name, title, header)
    ranks = levels_by(counted, len(levels))
    means = {rank: mean_level(counts) for rank, counts in ranks.items()}
    low, high = min(ranks), max(ranks)
    sentence = (
        f"Mean relevance is {means[low]:.2f} at rank {low} and {means[high]:.2f} at rank {high}. Ranks of a second "
        f"batch contain only pairs of extended queries.{_across(border)}"
    )
    return Section(
        name=name,
        title=title,
        sentence=sentence,
        header=header,
        rows=tuple((rank, sum(counts), means[rank], *_shares(counts)) for rank, counts in ranks.items()),
        plots=_plots_by_rank(ranks, means, border, levels, sentence),
    )


def _plots_by_rank(
    ranks: Mapping[int, Sequence[int]],
    means: Mapping[int, float | None],
    border: BatchBorder | None,
    levels: Sequence[Level],
    sentence: str,
) -> tuple[Plot, Plot]:
    between = None if border is None else border.first_rank - 0.5
    return (
        Plot(
            name="mean_by_rank",
            chart="line",
            sentence=f"Mean relevance by rank. {sentence}",
            x="rank",
            y="mean relevance",
            rows=tuple({"x": rank, "y": mean} for rank, mean in means.items()),
            border=between,
            colours=colours_of(levels),
        ),
        Plot(
            name="levels_by_rank",
            chart="shares",
            sentence="Share of each relevance by rank; the numbers are in the table.",
            x="rank",
            y="% of agreed pairs",
            rows=share_rows((rank - 0.5, rank + 0.5, counts) for rank, counts in ranks.items()),
            border=between,
            colours=colours_of(levels),
        ),
    )


def _across(border: BatchBorder | None) -> str:
    """What changes between the batches of extended queries, and the likely cause; empty without a border."""
    if border is None or border.before is None or border.after is None:
        return ""
    last = border.first_rank - 1
    sentence = (
        f" The dashed line is the border between the batches. Over the {border.queries:,} extended queries, mean "
        f"relevance is {border.before:.2f} at rank {last} and {border.after:.2f} at rank {border.first_rank}."
    )
    if not border.compared:
        return sentence
    share = percent(border.changed, border.compared)
    sentence += f" In {share:.2f}% of these queries, the two people who gave most scores differ between the batches."
    if border.after > border.before and 2 * border.changed > border.compared:
        sentence += " Probably, relevance rises because other people, who are less severe, scored the second batch."
    return sentence


def of_similarity_one(counted: Mapping[tuple[int, int], int], levels: Sequence[Level] = PUBLISHED) -> Section:
    """How the pairs whose texts are most similar were judged: a similarity of 1 does not make a perfect match."""
    name, title, header = "similarity_one", "Pairs with a similarity of 1", ("relevance", "agreed pairs", "% of them")
    if not counted:
        return without_relevance(name, title, header)
    scale = scale_of(levels)
    counts = tuple(counted.get((BIN_OF_ONE, level), 0) for level in scale.levels)
    total = sum(counts)
    missed = total - counts[scale.highest]
    sentence = "No agreed pair has a similarity of 1."
    if total:
        share = percent(missed, total)
        sentence = (
            f"Of {agreed_pairs(total)} with a similarity of 1, {missed} ({share:.2f}%) are {_not_highest(levels)}."
        )
    rows = tuple((level, counts[level], percent(counts[level], total)) for level in scale.levels)
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


def _share_names(levels: Sequence[Level]) -> tuple[str, ...]:
    return tuple(f"% of relevance {level.relevance}" for level in levels)


def _not_highest(levels: Sequence[Level]) -> str:
    return "not perfect" if levels[-1].name == "Perfect" else f"below level {levels[-1].relevance}"


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

"""What other queries and fewer queries do to an order of runs, as sections of a page."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import Any

from benchmark.runs.tables import Cell, Column, Table, estimates
from benchmark.stability.couples import (
    COUPLE,
    NEVER,
    best_first,
    couples_of,
    differences_of,
    kept_of,
    queries_text,
    tau_text,
    triple_of,
    with_kept,
)
from benchmark.studies.charts import LONGEST_NAME, SizeLine, interval_rows, size_plot
from benchmark.studies.sections import Section

Figures = dict[str, Any]
QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def other_queries(figures: Figures) -> Section:
    """The bootstrap over queries."""
    found, names = figures["by_queries"], best_first(figures)
    means: dict[str, list[float | None]] = {
        name: [figures["systems"][name], *found["intervals"][name]] for name in names
    }
    apart = differences_of(found["couples"], names)
    beside = {f"{name} – {other}": ends for name, other, ends in apart if names.index(other) == names.index(name) + 1}
    most = _round_up(max(abs(end) for ends in beside.values() for end in ends if end is not None))
    ticks = [part * most for part in (-1, -0.5, 0, 0.5, 1)]
    measure, draws = figures["measure"], f"{found['draws']:,} draws of the queries with replacement"
    sentence = (
        f"τ-b between the order by {measure} on all queries and that on {draws}: {tau_text(found)}. "
        "The order of two runs is clear if the interval of their difference does not contain 0."
    )
    tables = [
        Table(f"{measure} of the runs", [COUPLE[0], *estimates([measure])], [[name, means[name]] for name in names]),
        Table(
            f"Differences of every two runs, and the share of {draws} that keep their order",
            [*COUPLE, *estimates(["Difference", "Order kept"])],
            with_kept([[name, other, ends] for name, other, ends in apart], found["couples"], names),
        ),
    ]
    neighbours = "Differences of neighbours in the order"
    charts = [
        interval_rows(means, low=0, high=1, ticks=QUARTERS, what=measure),
        interval_rows(beside, low=-most, high=most, ticks=ticks, what=neighbours, longest=2 * LONGEST_NAME),
    ]
    legend = f"Above: {measure} of each run. Below: the difference of every two neighbours in the order. Lines: 95%."
    return Section("queries", "Would other queries order the runs alike?", sentence, tables, charts, legend=legend)


def fewer_queries(figures: Figures) -> Section:
    """Subsets against the whole, and two halves against each other."""
    found, names = figures["by_size"], best_first(figures)
    subsets, halves = found["subsets"], found.get("halves")
    lines = [SizeLine("disjoint", [one["queries"] for one in subsets], [triple_of(one) for one in subsets], band=True)]
    rows: list[list[Cell]] = [[f"{one['queries']:,} of all", one["draws"], triple_of(one)] for one in subsets]
    if halves is not None:
        triple = [halves["tau_b"], halves["low"], halves["high"]]
        lines.append(SizeLine("overlapping", [halves["queries"]], [triple], whisker=True))
        rows.append([f"{halves['queries']:,} against {halves['queries']:,} others", halves["draws"], triple])
    kept: list[list[Cell]] = [
        [name, other, *(kept_of(one["couples"])[name, other] for one in subsets)] for name, other in couples_of(names)
    ]
    tables = [
        Table("τ-b by the number of queries", [Column("Queries", "text"), Column("Draws"), *estimates(["τ-b"])], rows),
        Table(
            "Share of subsets that order two runs as all queries do, by the number of queries",
            [*COUPLE, *estimates([f"{one['queries']:,}" for one in subsets])],
            kept,
        ),
    ]
    sentence = (
        f"Subsets of {figures['queries']:,} queries, compared with all of them, and two halves that share no query, "
        "compared with each other. Large subsets agree by design, because all queries contain them; halves do not."
    )
    legend = (
        "Solid with a band: subsets against all queries. Dashed: two halves. Band and dashes hold 95% of the draws."
    )
    charts = [size_plot(f"τ-b by {figures['measure']}", lines)]
    return Section("fewer", "Would fewer queries be enough?", sentence, tables, charts, small=True, legend=legend)


def needed(figures: Figures) -> Section:
    """The number of queries that settles the order of two runs."""
    names = best_first(figures)
    found = {frozenset(one["systems"]): one for one in figures["by_size"]["needed"]}
    couples = [(name, other, found[frozenset((name, other))]) for name, other in couples_of(names)]
    rows: list[list[Cell]] = [
        [name, other, queries_text(one), one["further_queries"], one["further_labels"]] for name, other, one in couples
    ]
    short = sum(one["queries"] is None or one["further_queries"] > 0 for *_, one in couples)
    enough = f"There are enough for {len(couples) - short:,} of {len(couples):,} pairs of runs."
    sentence = (
        "So many queries order two runs as they are ordered now in 95 of 100 sets, by the normal approximation. "
        f"{enough} Intervals are from {couples[0][2]['draws']:,} draws of the queries; a draw that reverses the order "
        f"counts as {NEVER}."
    )
    heads = [Column("Queries needed", "text"), Column("More queries"), Column("More labels")]
    table = Table("Queries that settle the order of every two runs", [*COUPLE, *heads], rows)
    return Section("needed", "How many queries settle an order?", sentence, [table])


def _round_up(value: float) -> float:
    """The next number with one digit that is not 0, so that a scale ends on it; 1 for 0."""
    if not value:
        return 1.0
    digit = 10.0 ** floor(log10(value))
    return ceil(value / digit) * digit

"""What studies of measures found, as sections of a page: a sentence, charts, and tables with every figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmark.measures.charts import TICKS, agreement_map, interval_rows, order_change, self_agreement_plot
from evaluation.studies.sentences import best_first, fewest_needed, least_agreement, planner_sentences, same_question
from moments.base.charts import Chart

Figures = dict[str, Any]
Estimate = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with what stands above its columns; the first cell of a row names it."""

    caption: str
    header: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class Section:
    """One study. `small` charts stand beside each other."""

    name: str
    title: str
    sentence: str
    tables: list[Table]
    charts: list[Chart] = field(default_factory=list)
    small: bool = False
    legend: str = ""


def sections_of(figures: Figures) -> list[Section]:
    """A section for each study that was made."""
    found = [agreement(figures), self_agreement(figures), needed(figures), ties(figures)]
    found.append(estimate(figures))
    makers = {"boundaries": boundaries, "moment_order": moment_order, "checkpoints": checkpoints}
    return found + [make(figures) for name, make in makers.items() if name in figures]


def agreement(figures: Figures) -> Section:
    """Measure against measure."""
    names, found = figures["measures"], figures["agreement"]
    header = ["Measure", *(str(number) for number in range(1, len(names) + 1))]
    rows = [
        [f"{name}, {at + 1}", *(shown(found[part][at][other] for part in ("tau_b", "low", "high"))
                                 for other in range(len(names)))]
        for at, name in enumerate(names)
    ]  # fmt: skip
    sentence = (
        f"Least agreement: {least_agreement(figures)}. Intervals are from {found['draws']:,} draws of the queries."
    )
    table = Table("Kendall's τ-b between the orders of every two measures", header, rows)
    chart = agreement_map(names, found["tau_b"])
    return Section("agreement", "Do two measures agree?", sentence, [table], [chart])


def self_agreement(figures: Figures) -> Section:
    """One measure on two sets of queries."""
    names, pairings = figures["measures"], figures["self_agreement"]
    tables = []
    for found in pairings:
        sets = "that may share queries" if found["pairing"] == "overlapping" else "that share no query"
        rows = [
            [name, *(shown(found[part][size][at] for part in ("mean", "low", "high"))
                     for size in range(len(found["sizes"])))]
            for at, name in enumerate(names)
        ]  # fmt: skip
        header = ["Queries", *(f"{size:,}" for size in found["sizes"])]
        tables.append(Table(f"Mean τ-b on two sets {sets}, with where 95% of the trials lie", header, rows))
    charts = [self_agreement_plot(name, at, pairings) for at, name in enumerate(names)]
    sentence = (
        f"Two random sets of queries order the systems. Points are the mean τ-b of {pairings[0]['trials']:,} trials. "
        "Compare measures by sets that share no query: sets that share queries agree by design when they are large."
    )
    legend = "Solid with a band: sets that share no query. Dashed: sets that may share queries."
    return Section(
        "self-agreement", "Does a measure agree with itself?", sentence, tables, charts, small=True, legend=legend
    )


def needed(figures: Figures) -> Section:
    """The number of queries that a planner needs."""
    found, sentences = figures["needed"], planner_sentences(figures)
    rows = [[name, sentences[name]] for name in figures["measures"]]
    sentence = fewest_needed(figures) + (
        f" This many queries order the systems with a mean τ-b of {found['tau_b']:g} between two sets that share none "
        f"({found['trials']:,} trials a size; 95% interval from {found['draws']:,} draws of the queries)."
    )
    table = Table("Queries needed", ["Measure", "Queries"], rows)
    return Section("needed", "How many queries are enough?", sentence, [table])


def ties(figures: Figures) -> Section:
    """Queries on which no system stands out."""
    found = figures["tied_queries"]
    rows = [[name, shown(found["shares"][name])] for name in figures["measures"]]
    chart = interval_rows(found["shares"], low=0, high=1, ticks=(0, 0.25, 0.5, 0.75, 1), what="Share of tied queries")
    sentence = f"The share of queries on which all systems have the same value, from {found['draws']:,} draws."
    table = Table("Share of queries on which all systems tie", ["Measure", "Share"], rows)
    return Section("ties", "Ties", sentence, [table], [chart])


def estimate(figures: Figures) -> Section:
    """R@1,θ as an estimate of AxIoU@1."""
    found = figures["estimate"]
    header = ["System"]
    for threshold in found["thresholds"]:
        header += [f"Bias, θ = {threshold:g}", f"Variance, θ = {threshold:g}"]
    places = range(len(found["thresholds"]))
    rows = [
        [name, *(shown(found[what][at][system]) for at in places for what in ("bias", "variance"))]
        for system, name in enumerate(figures["systems"])
    ]
    sentence = (
        "How far R@1,θ is from AxIoU@1 on a query: the mean of the difference and its variance, "
        f"with intervals from {found['draws']:,} draws of the queries."
    )
    table = Table("R@1,θ as an estimate of AxIoU@1", header, rows)
    return Section("estimate", "What R@1,θ says of AxIoU", sentence, [table])


def boundaries(figures: Figures) -> Section:
    """Noise on the boundaries of the labelled moments."""
    found, names = figures["boundaries"], figures["measures"]
    heads = [f"β² {level['beta2']:.3g} s², IoU {level['iou']:.3f}" for level in found["levels"]]
    tables = [
        Table(caption, ["Measure", *heads], [[name, *(shown(level[part][name]) for level in found["levels"])]
                                             for name in names])
        for part, caption in (("rmse", "RMSE of the systems' means"), ("tau_b", "τ-b with the order as labelled"))
    ]  # fmt: skip
    last = found["levels"][-1]
    what = f"τ-b at β² = {last['beta2']:.3g}"
    chart = interval_rows(last["tau_b"], low=-1, high=1, ticks=TICKS, what=what)
    sentence = (
        f"Every labelled moment gets boundaries with {found['noise']} noise, {found['draws']:,} times for each "
        "variance β². IoU is between each moment and its noisy version. RMSE is the root of the mean squared change "
        f"of a system's mean. The chart shows {what}, with where 95% of the draws lie."
    )
    return Section("boundaries", "What does noise on boundaries do?", sentence, tables, [chart])


def moment_order(figures: Figures) -> Section:
    """One true moment against graded labels."""
    found, names, systems = figures["moment_order"], figures["measures"], figures["systems"]
    rows = []
    for one, graded in same_question(names):
        at, other = names.index(one), names.index(graded)
        rows.append([one, graded, shown(found[part][at][other] for part in ("tau_b", "low", "high"))])
    one, graded = same_question(names)[0]
    orders = best_first(systems, found["one_moment"][one]), best_first(systems, found["graded"][graded])
    places = [[name, str(orders[0].index(name) + 1), str(orders[1].index(name) + 1)] for name in orders[0]]
    chart = order_change(*orders, (one, graded))
    tables = [
        Table("τ-b between both orders", ["One true moment", "Graded labels", "τ-b"], rows),
        Table("Places of the systems", ["System", f"By {one}, one true moment", f"By {graded}, graded"], places),
    ]
    sentence = (
        f"The same systems on the same {found['queries']:,} queries: once with one true moment, as in corpus moment "
        "retrieval (VCMR), once with graded labels, as in ranked moment retrieval (RVMR). "
        f"The true moment is {found['source']}. Intervals are from {found['draws']:,} draws."
    )
    return Section("moment-order", "One true moment or graded labels?", sentence, tables, [chart])


def checkpoints(figures: Figures) -> Section:
    """Which run of a series each measure picks."""
    found, names = figures["checkpoints"], figures["measures"]
    picked = zip(names, found["picked"], found["kept"], found["z"], strict=True)
    rows = [[name, run, f"{kept:.0%}", *map(shown, z)] for name, run, kept, z in picked]
    header = ["Measure", "Picks", "Again", *names]
    sentence = (
        "The run that each measure picks, how often draws of the queries pick it again, and its z-score among the "
        f"chosen runs under every measure ({found['draws']:,} draws)."
    )
    table = Table("Picked runs and their z-scores", header, rows)
    return Section("checkpoints", "Which checkpoint does a measure pick?", sentence, [table])


def shown(estimate: Any) -> str:
    """A figure with its interval."""
    value, low, high = estimate
    if value is None:
        return "–"
    ends = "" if low is None or high is None else f" [{_places(low)}, {_places(high)}]"
    return f"{_places(value)}{ends}"


def _places(value: float) -> str:
    text = f"{value:.3f}"
    return "0.000" if text == "-0.000" else text.replace("-", "−")

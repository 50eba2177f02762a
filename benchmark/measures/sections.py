"""What studies of measures found, as sections of a page: a sentence, charts, and tables with every figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmark.measures.charts import agreement_map, checkpoint_map, order_change, self_agreement_plot
from benchmark.runs.tables import Cell, Column, Table, estimates
from benchmark.studies.charts import interval_rows, noise_plot
from benchmark.studies.sections import Section
from evaluation.stability.systems import share_interval
from evaluation.studies.sentences import (
    NO_PICK,
    best_first,
    fewest_needed,
    least_agreement,
    lowest_score,
    planner_sentences,
    same_question,
)

Figures = dict[str, Any]
# Each figure of self-agreement that has a table: its caption, its parts in the figures, and its decimals.
SELF_AGREEMENT = (
    ("Mean of τ-b on two sets {sets}, with its interval", ("mean", "mean_low", "mean_high"), 3),
    ("Mean of τ-b on two sets {sets}, with the range of 95% of the trials", ("mean", "low", "high"), 3),
    ("Variance of τ-b on two sets {sets}, with its interval", ("variance", "variance_low", "variance_high"), 4),
)


def sections_of(figures: Figures) -> list[Section]:
    """A section for each study that was made."""
    found = [agreement(figures), self_agreement(figures), needed(figures), ties(figures)]
    found.append(estimate(figures))
    makers = {"boundaries": boundaries, "moment_order": moment_order, "checkpoints": checkpoints}
    return found + [make(figures) for name, make in makers.items() if name in figures]


def agreement(figures: Figures) -> Section:
    """Measure against measure."""
    names, found = figures["measures"], figures["agreement"]
    columns = [Column("Measure", "text"), *estimates([str(number) for number in range(1, len(names) + 1)])]
    rows: list[list[Cell]] = [
        [f"{name}, {at + 1}", *([found[part][at][other] for part in ("tau_b", "low", "high")]
                                 for other in range(len(names)))]
        for at, name in enumerate(names)
    ]  # fmt: skip
    sentence = (
        f"Least agreement: {least_agreement(figures)}. Intervals are from {found['draws']:,} draws of the queries."
    )
    table = Table("Kendall's τ-b between the orders of every two measures", columns, rows)
    chart = agreement_map(names, found["tau_b"])
    return Section("agreement", "Do two measures agree?", sentence, [table], [chart])


def self_agreement(figures: Figures) -> Section:
    """One measure on two sets of queries."""
    names, pairings = figures["measures"], figures["self_agreement"]
    tables = []
    for found in pairings:
        sets = "that may share queries" if found["pairing"] == "overlapping" else "that share no query"
        columns = [Column("Queries", "text"), *estimates([f"{size:,}" for size in found["sizes"]])]
        for caption, parts, decimals in SELF_AGREEMENT if found["sizes"] else ():
            rows: list[list[Cell]] = [[name, *_by_size(found, parts, at)] for at, name in enumerate(names)]
            tables.append(Table(caption.format(sets=sets), columns, rows, decimals))
    charts = [self_agreement_plot(name, at, pairings) for at, name in enumerate(names)]
    sentence = (
        f"Two random sets of queries order the systems. Points are the mean τ-b of {pairings[0]['trials']:,} trials. "
        "Compare measures by sets that share no query: sets that share queries agree by design when they are large."
    )
    if "draws" in pairings[0]:
        sentence += f" Intervals of mean and variance are from {pairings[0]['draws']:,} draws of the queries."
    legend = "Solid with a band: sets that share no query. Dashed: sets that may share queries."
    return Section(
        "self-agreement", "Does a measure agree with itself?", sentence, tables, charts, small=True, legend=legend
    )


def _by_size(found: Figures, parts: Sequence[str], at: int) -> list[Cell]:
    """One measure's figures at every size of the sets; studies of older versions lack the ends of some."""
    return [[found[part][size][at] if part in found else None for part in parts] for size in range(len(found["sizes"]))]


def needed(figures: Figures) -> Section:
    """The number of queries that a planner needs."""
    found, sentences = figures["needed"], planner_sentences(figures)
    rows: list[list[Cell]] = [[name, sentences[name]] for name in figures["measures"]]
    sentence = fewest_needed(figures)
    if found["largest"]:
        sentence += (
            f" This many queries order the systems with a mean τ-b of {found['tau_b']:g} between two sets that share "
            f"none ({found['trials']:,} trials a size; 95% interval from {found['draws']:,} draws of the queries)."
        )
    table = Table("Queries needed", [Column("Measure", "text"), Column("Queries", "text")], rows)
    return Section("needed", "How many queries are enough?", sentence, [table])


def ties(figures: Figures) -> Section:
    """Queries on which no system stands out."""
    found = figures["tied_queries"]
    rows: list[list[Cell]] = [[name, found["shares"][name]] for name in figures["measures"]]
    shares = {name: found["shares"][name] for name in figures["measures"]}
    chart = interval_rows(shares, low=0, high=1, ticks=(0, 0.25, 0.5, 0.75, 1), what="Share of tied queries")
    sentence = (
        "The share of queries on which all systems have the same value. "
        f"Intervals are from {found['draws']:,} draws of the queries."
    )
    table = Table("Share of queries on which all systems tie", [Column("Measure", "text"), *estimates(["Share"])], rows)
    return Section("ties", "Ties", sentence, [table], [chart])


def estimate(figures: Figures) -> Section:
    """R@1,θ as an estimate of AxIoU@1."""
    found = figures["estimate"]
    heads = [f"{what}, θ = {threshold:g}" for threshold in found["thresholds"] for what in ("Bias", "Variance")]
    places = range(len(found["thresholds"]))
    rows: list[list[Cell]] = [
        [name, *(found[what][at][system] for at in places for what in ("bias", "variance"))]
        for system, name in enumerate(figures["systems"])
    ]
    sentence = (
        "How far R@1,θ is from AxIoU@1 on a query: the mean of the difference and its variance, "
        f"with intervals from {found['draws']:,} draws of the queries."
    )
    table = Table("R@1,θ as an estimate of AxIoU@1", [Column("System", "text"), *estimates(heads)], rows)
    return Section("estimate", "What R@1,θ says of AxIoU", sentence, [table])


def boundaries(figures: Figures) -> Section:
    """Noise on the boundaries of the labelled moments."""
    found, names = figures["boundaries"], figures["measures"]
    heads = [f"β² {level['beta2']:.3g} s², IoU {level['iou']:.3f}" for level in found["levels"]]
    tables = [
        Table(caption, [Column("Measure", "text"), *estimates(heads)],
              [[name, *(level[part][name] for level in found["levels"])] for name in names])
        for part, caption in (("rmse", "RMSE of the systems' means"), ("tau_b", "τ-b with the order as labelled"))
    ]  # fmt: skip
    iou: list[Cell] = [[level["iou"], *level.get("iou_interval", (None, None))] for level in found["levels"]]
    variances = [f"β² {level['beta2']:.3g} s²" for level in found["levels"]]
    tables.append(Table("IoU with the labels", [Column("Figure", "text"), *estimates(variances)], [["IoU", *iou]]))
    charts = [noise_plot(name, sorted(found["levels"], key=lambda level: level["beta2"])) for name in names]
    sentence = (
        f"Every labelled moment gets boundaries with {found['noise']} noise, {found['draws']:,} times for each "
        "variance β², which is below the charts. IoU is between each moment and its noisy version. RMSE is the root of "
        "the mean squared change of a system's mean; τ-b compares the order of the systems with the order as labelled."
    )
    legend = "Solid with a band that holds 95% of the draws: RMSE. Dashed: mean τ-b."
    title = "What does noise on boundaries do?"
    return Section("boundaries", title, sentence, tables, charts, small=True, legend=legend)


def moment_order(figures: Figures) -> Section:
    """One true moment against graded labels."""
    found, names, systems = figures["moment_order"], figures["measures"], figures["systems"]
    rows: list[list[Cell]] = []
    for one, graded in same_question(names):
        at, other = names.index(one), names.index(graded)
        rows.append([one, graded, [found[part][at][other] for part in ("tau_b", "low", "high")]])
    one, graded = same_question(names)[0]
    orders = best_first(systems, found["one_moment"][one]), best_first(systems, found["graded"][graded])
    places: list[list[Cell]] = [[name, *(order.index(name) + 1 for order in orders)] for name in orders[0]]
    chart = order_change(*orders, (one, graded))
    tables = [
        Table(
            "τ-b between both orders",
            [Column("One true moment", "text"), Column("Graded labels", "text"), *estimates(["τ-b"])],
            rows,
        ),
        Table(
            "Places of the systems",
            [Column("System", "text"), Column(f"By {one}, one true moment"), Column(f"By {graded}, graded")],
            places,
        ),
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
    rows: list[list[Cell]] = [
        [name, run or NO_PICK, None if kept is None else [kept, *share_interval(kept, found["draws"])], *z]
        for name, run, kept, z in picked
    ]
    columns = [Column("Measure", "text"), Column("Picks", "text"), *estimates(["Picks again", *names])]
    sentence = (
        "The run that each measure picks, how often draws of the queries pick it again, and its z-score among the "
        f"chosen runs under every measure. {lowest_score(figures)} "
        f"Intervals are from {found['draws']:,} draws of the queries."
    )
    table = Table("Picked runs and their z-scores", columns, rows)
    chart = checkpoint_map(names, [[score[0] for score in row] for row in found["z"]])
    legend = "Rows pick, columns judge; in the other colour, the picked run is below the mean of the chosen runs."
    return Section("checkpoints", "Which checkpoint does a measure pick?", sentence, [table], [chart], legend=legend)

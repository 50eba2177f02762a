"""What other raters and other boundaries do to an order of runs, as sections of a page."""

from __future__ import annotations

from typing import Any

from benchmark.runs.tables import Cell, Column, Table, estimates
from benchmark.stability.couples import (
    COUPLE,
    best_first,
    couples_of,
    kept_of,
    share_text,
    tau_text,
    triple_of,
    with_kept,
)
from benchmark.studies.charts import interval_rows, noise_plot
from benchmark.studies.sections import Section

Figures = dict[str, Any]
QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def other_raters(figures: Figures) -> Section:
    """The bootstrap over the people who scored."""
    found, names = figures["by_raters"], best_first(figures)
    means = {name: [figures["systems"][name], *found["intervals"][name]] for name in names}
    changed, unjudged = (share_text(found, what) for what in ("labels_changed", "labels_unjudged"))
    sentence = (
        f"The {found['raters']:,} people who scored are drawn with replacement {found['draws']:,} times and the labels "
        f"settled again from their scores: {changed} of the labels change, and {unjudged} have no relevance. "
        f"τ-b with the order on the labels as they are: {tau_text(found)}."
    )
    known = {
        "labels_differing": "labels are not what the protocol gives on these scores",
        "labels_without_scores": "labels have no scores",
        "pairs_left_out": "pairs with scores lie in no labelled query",
    }
    notes = [f"{found[what]:,} {text}" for what, text in known.items() if found[what]]
    tables = [
        Table(
            "The runs on the labels as they are, with where 95% of the draws lie",
            [COUPLE[0], *estimates([figures["measure"]])],
            [[name, means[name]] for name in names],
        ),
        Table(
            f"Share of {found['draws']:,} draws that keep the order of two runs",
            [*COUPLE, *estimates(["Order kept"])],
            with_kept([[name, other] for name, other in couples_of(names)], found["couples"], names),
        ),
    ]
    chart = interval_rows(means, low=0, high=1, ticks=QUARTERS, what=figures["measure"])
    legend = (
        "Dots are the means on the labels as they are; they may lie outside their draws, as drawn labels are noisier."
    )
    title = "Would other raters order the runs alike?"
    return Section(
        "raters", title, " ".join([sentence, *(f"{note}." for note in notes)]), tables, [chart], legend=legend
    )


def other_boundaries(figures: Figures) -> Section:
    """Noise on the boundaries of the labelled moments."""
    levels, names = sorted(figures["by_boundaries"], key=lambda level: float(level["beta2"])), best_first(figures)
    heads = [f"β² {level['beta2']:.3g} s²" for level in levels]
    rows: list[list[Cell]] = [
        ["IoU with the labels", *([level["iou"], *level["iou_interval"]] for level in levels)],
        ["RMSE of the means", *([level["rmse"], *level["rmse_interval"]] for level in levels)],
        ["τ-b", *(triple_of(level) for level in levels)],
    ]
    kept: list[list[Cell]] = [
        [name, other, *(kept_of(level["couples"])[name, other] for level in levels)]
        for name, other in couples_of(names)
    ]
    moved: list[list[Cell]] = [
        [name, *([level["means"][name], *level["intervals"][name]] for level in levels)] for name in names
    ]
    tables = [
        Table("IoU, RMSE and τ-b by the variance of the noise", [Column("Figure", "text"), *estimates(heads)], rows),
        Table("Share of draws that keep the order of two runs", [*COUPLE, *estimates(heads)], kept),
        Table(f"{figures['measure']} of the runs", [COUPLE[0], *estimates(heads)], moved),
    ]
    measure = figures["measure"]
    plotted = [
        {
            "beta2": level["beta2"],
            "rmse": {measure: [level["rmse"], *level["rmse_interval"]]},
            "tau_b": {measure: triple_of(level)},
        }
        for level in levels
    ]
    sentence = (
        f"Every labelled moment gets boundaries with {levels[0]['noise']} noise, {levels[0]['draws']:,} times for each "
        "variance β², which is below the chart. IoU is between each moment and its noisy version. RMSE is the root of "
        "the mean squared change of a run's mean; τ-b compares the order with that on the labels as they are."
    )
    legend = "Solid with a band that holds 95% of the draws: RMSE. Dashed: mean τ-b."
    title = "Does the order depend on exact boundaries?"
    return Section("boundaries", title, sentence, tables, [noise_plot(measure, plotted)], small=True, legend=legend)

"""The exam report as cells of a page and rows of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from annotator.exam.figures import CohortFigures, Kappas, PersonFigures
from annotator.exam.selectors.report import ExamReport, SittingFigures
from annotator.statistics.alpha import MeasurementLevel
from annotator.statistics.estimate import Estimate
from annotator.text.spreadsheet import Cell
from console.exam.charts import PlottedValue, as_text, people_plot
from moments.base.charts import Chart

INTERVAL = ("value", "low", "high", "why_none")
PERSON_MEASURES = (
    "misalignment",
    "kappa_first",
    "quadratic_kappa_first",
    "kappa_final",
    "quadratic_kappa_final",
    "severity",
)
ALPHA = "Krippendorff’s alpha"


@dataclass(frozen=True, slots=True)
class ShownEstimate:
    """An estimate as a page writes it: the value, the interval below it, and why something is missing."""

    value: str
    interval: str
    reason: str


@dataclass(frozen=True, slots=True)
class CohortLine:
    """One measure of the cohort on first and on final answers."""

    name: str
    first: ShownEstimate
    final: ShownEstimate | None


def shown(estimate: Estimate, percent: bool = False) -> ShownEstimate:
    """The estimate in words."""
    interval = (
        f"{as_text(estimate.low, percent)} to {as_text(estimate.high, percent)}" if estimate.low is not None else ""
    )
    return ShownEstimate(as_text(estimate.value, percent), interval, estimate.reason)


def cohort_lines(figures: CohortFigures) -> list[CohortLine]:
    """The cohort's table."""
    first, final = figures.first, figures.final
    lines = [CohortLine("Missed the truth, first answers", shown(figures.misalignment, percent=True), None)]
    lines += _kappa_lines("Kappa with the truth", first.with_truth, final.with_truth)
    lines += _kappa_lines("Pairwise kappa between people", first.pairwise, final.pairwise)
    for level in (MeasurementLevel.ORDINAL, MeasurementLevel.INTERVAL, MeasurementLevel.NOMINAL):
        lines.append(CohortLine(f"{ALPHA}, {level}", shown(first.alphas[level]), shown(final.alphas[level])))
    return lines


def _kappa_lines(name: str, first: Kappas, final: Kappas) -> list[CohortLine]:
    return [
        CohortLine(f"{name}, unweighted", shown(first.unweighted), shown(final.unweighted)),
        CohortLine(f"{name}, quadratic", shown(first.quadratic), shown(final.quadratic)),
    ]


def person_cells(figures: PersonFigures) -> list[ShownEstimate]:
    """The cells of a person's row, in the order of PERSON_MEASURES."""
    return [shown(estimate, percent=at == 0) for at, estimate in enumerate(_estimates(figures))]


def people_plots(report: ExamReport) -> list[Chart]:
    """Misses, severity and the final quadratic kappa of everybody's sittings."""
    cohort = report.cohort
    final = [_value(row, row.figures.final.quadratic) for row in report.people]
    return [
        people_plot(
            "Missed the truth, first answers",
            [_value(row, row.figures.misalignment) for row in report.people],
            ends=(0.0, 0.4),
            percent=True,
            mean=cohort.misalignment.value,
        ),
        people_plot(
            "Severity: below 0 is stricter than the truth, above 0 more lenient",
            [_value(row, row.figures.severity) for row in report.people],
            ends=(-1.0, 1.0),
            mean=0.0,
        ),
        people_plot(
            "Quadratic kappa with the truth, final answers",
            final,
            ends=(0.0, 1.0),
            mean=cohort.final.with_truth.quadratic.value,
        ),
    ]


def people_table(report: ExamReport) -> tuple[list[str], list[list[Cell]]]:
    """Every sitting with its measures and its confusion table, truth first."""
    header = ["worker", "worker_id", "sitting", "state", "answered", "median_seconds"]
    header += [f"{measure}_{part}" for measure in PERSON_MEASURES for part in INTERVAL]
    levels = report.exam.campaign.scale.levels
    header += [f"truth_{truth}_given_{given}" for truth in levels for given in levels]
    return header, [_person_line(row) for row in report.people]


def pairs_table(report: ExamReport) -> tuple[list[str], list[list[Cell]]]:
    """Every pair with the first answers to it."""
    levels = report.exam.campaign.scale.levels
    header = ["pair", "query_id", "query", "truth", "doubtful", *(f"given_{level}" for level in levels)]
    header += ["answered", "mean_difference", "missed", "missed_share"]
    return header, [
        [
            row.item.pair.number,
            row.item.pair.query.query_id,
            row.item.pair.query.text,
            row.item.truth,
            "yes" if row.item.doubtful else "no",
            *row.figures.counts,
            row.figures.answered,
            _number(row.figures.spread),
            row.figures.missed,
            _number(row.figures.missed_share),
        ]
        for row in report.items
    ]


def cohort_table(report: ExamReport) -> tuple[list[str], list[list[Cell]]]:
    """The cohort's measures, first and final answers below each other."""
    figures = report.cohort
    rows: list[list[Cell]] = [["misalignment", "first", figures.first.people, *_parts(figures.misalignment)]]
    for answers, part in ((figures.first, "first"), (figures.final, "final")):
        named = [
            ("kappa_with_truth", answers.with_truth.unweighted),
            ("quadratic_kappa_with_truth", answers.with_truth.quadratic),
            ("mean_pairwise_kappa", answers.pairwise.unweighted),
            ("mean_pairwise_quadratic_kappa", answers.pairwise.quadratic),
            *((f"alpha_{level}", answers.alphas[level]) for level in MeasurementLevel),
        ]
        rows += [[name, part, answers.people, *_parts(estimate)] for name, estimate in named]
    return ["measure", "answers", "people", *INTERVAL], rows


TABLES = {"people": people_table, "pairs": pairs_table, "cohort": cohort_table}


def _value(row: SittingFigures, estimate: Estimate) -> PlottedValue:
    sitting = row.sitting
    name = sitting.member.pseudonym + (f" ({sitting.number})" if sitting.number > 1 else "")
    return PlottedValue(name, estimate.value, estimate.low, estimate.high)


def _person_line(row: SittingFigures) -> list[Cell]:
    member, figures = row.sitting.member, row.figures
    worker_id = "" if member.user.has_left else member.user.username
    line: list[Cell] = [member.pseudonym, worker_id, row.sitting.number, row.sitting.state]
    line += [figures.answered, _number(figures.median_s)]
    line += [cell for estimate in _estimates(figures) for cell in _parts(estimate)]
    return line + [count for counts in figures.confusion.counts for count in counts]


def _estimates(figures: PersonFigures) -> Sequence[Estimate]:
    first, final = figures.first, figures.final
    kappas = (first.unweighted, first.quadratic, final.unweighted, final.quadratic)
    return (figures.misalignment, *kappas, figures.severity)


def _parts(estimate: Estimate) -> Iterable[Cell]:
    return (_number(estimate.value), _number(estimate.low), _number(estimate.high), estimate.reason)


def _number(value: float | None) -> Cell:
    return None if value is None else Decimal(f"{round(value, 4) + 0.0:.4f}")

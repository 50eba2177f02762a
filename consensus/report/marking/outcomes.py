"""How questions ended under M2 to M4, how people agreed before that, and what work it took."""

from __future__ import annotations

from annotator.statistics.segment_agreement import SegmentAgreement
from annotator.text.section import Cell, Plot, Section, percent
from consensus.report.estimates import with_interval
from consensus.report.marking.contents import NOT_STATED
from consensus.report.marking.counts import MarkedCounts

SHORT = {
    "agreed at once (M2)": "M2",
    "agreed with a third annotator (M3)": "M3",
    "decided by a lead": "lead",
    "returned to the author": "returned",
    "rejected or withdrawn by a lead": "rejected",
    "not decided yet": "open",
}
"""The outcomes as the drawing names them, whose axis has no room for more."""


def of_outcomes(counts: MarkedCounts) -> Section:
    """How submitted questions ended (M2 to M4), returns by reason, and pieces by the third annotator's answer."""
    found = counts.outcomes
    total = sum(found.ended.values())
    rows: list[tuple[Cell, ...]] = [("question", what, n, percent(n, total)) for what, n in found.ended.items()]
    rows += [("return", reason, n, percent(n, found.returns)) for reason, n in found.return_reasons.items()]
    pieces = sum(found.pieces.values())
    rows += [("piece", answer, n, percent(n, pieces)) for answer, n in found.pieces.items()]
    ended = ", ".join(f"{what} {percent(n, total):.1f}%" for what, n in found.ended.items())
    sentence = (
        f"Of {total:,} questions that were submitted: {ended}. The rules returned a question {found.returns:,} times "
        f"(M4). Third annotators answered about {pieces:,} pieces (M3)."
    )
    drawn: tuple[dict[str, Cell], ...] = tuple(
        {"x": SHORT.get(what, what), "y": percent(n, total)} for what, n in found.ended.items()
    )
    plot = Plot("question_outcomes", "bars", sentence, "how the question ended", "% of submitted questions", drawn)
    header = ("of", "outcome", "number", "% of them")
    return Section("outcomes", "Outcomes of the rules", sentence, header, tuple(rows), (plot,) if total else ())


def of_agreement(counts: MarkedCounts) -> Section:
    """Author and marker before any third annotator: over all, by person, domain and task, with 95% intervals."""
    found = counts.agreement
    groups: list[tuple[str, str, SegmentAgreement]] = [("all", "", found.whole)]
    groups += [("person", group.name, group.figures) for group in found.people]
    groups += [("domain", group.name or NOT_STATED, group.figures) for group in found.domains]
    groups += [("task", group.name.upper(), group.figures) for group in found.tasks]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (part, name, figures.questions, *_cells(figures)) for part, name, figures in groups
    )
    sentence = (
        f"On {found.whole.questions:,} questions that an author and a marker have marked independently, matched "
        f"segments have a mean IoU of {with_interval(found.whole.iou)}, and the median distance of their edges is "
        f"{with_interval(found.whole.edge_median_s)} s. Brackets are 95% intervals from resampling the questions."
    )
    header = ("part", "name", "questions", "IoU", "edge median (s)", "edge 90% (s)", "missed (%)", "extra (%)",
              "agreed at once (%)")  # fmt: skip
    return Section("agreement", "Agreement of authors and markers", sentence, header, rows, ())


def of_work(counts: MarkedCounts) -> Section:
    """Person-hours by kind of work, and for each hour of video that has questions."""
    video_hours = sum(video.duration_s for video in counts.videos) / 3600
    total = sum(counts.hours.values())
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (work, round(hours, 2), round(100 * hours / total, 2) if total else 0.0, round(hours / video_hours, 3))
        for work, hours in (*counts.hours.items(), ("all", total))
    )
    third = counts.hours.get("third annotators", 0.0)
    share = f"{100 * third / total:.1f}%" if total else "none"
    sentence = (
        f"People worked {total:.1f} hours, {total / video_hours:.2f} for each hour of video that has questions. "
        f"Third annotators' share is {share}. Pauses are counted in the same way as for pay."
    )
    return Section("work", "Hours of work", sentence, ("work", "hours", "%", "hours a video hour"), rows, ())


def _cells(figures: SegmentAgreement) -> tuple[str, ...]:
    return (
        with_interval(figures.iou),
        with_interval(figures.edge_median_s),
        with_interval(figures.edge_90_s),
        *(with_interval(one, scale=100, digits=1) for one in (figures.missed, figures.extra, figures.agreed)),
    )

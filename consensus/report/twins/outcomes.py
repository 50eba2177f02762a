"""How people agreed on twins, what they reach, what became of captions, and what work it took."""

from __future__ import annotations

from annotator.text.section import Cell, Plot, Section, percent
from consensus.agreement.twins import TwinPerson
from consensus.report.dataset import ALL
from consensus.report.estimates import with_interval
from consensus.report.twins.counts import TwinCounts

SHORT = {
    "accepted at once": "at once",
    "accepted after a return": "returned",
    "accepted by a lead": "by lead",
    "dropped by a lead": "dropped",
    "left to a lead": "for lead",
    "not decided yet": "open",
}
"""The outcomes as the drawing names them, whose axis has no room for more."""


def of_judges(counts: TwinCounts) -> Section:
    """The first two judges on each question, with 95% intervals, and who decided the clips (T2)."""
    found = counts.agreement
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            title,
            one.equal.n,
            with_interval(one.equal, scale=100, digits=1),
            with_interval(one.kappa),
            with_interval(one.alpha),
        )
        for title, one in found.by_question
    )
    ways, outcome = found.ways, found.questions.outcome
    sentence = (
        f"On {ways.clips:,} clips that two people judged, kappa of the outcome is {with_interval(outcome.kappa)}. "
        f"{with_interval(ways.third_share, scale=100, digits=1)}% of the clips need a third annotator, and "
        f"{with_interval(ways.lead_share, scale=100, digits=1)}% were left to the lead. Brackets are 95% intervals."
    )
    header = ("question", "clips", "equal answers (%)", "kappa", "alpha")
    return Section("agreement", "Agreement of judges", sentence, header, rows, ())


def of_people(counts: TwinCounts) -> Section:
    """Every person as a judge, a writer and a checker, with 95% intervals."""
    header = ("person", "judged", "same outcome (%)", "captions checked", "returned (%)", "assigned", "cannot tell (%)",
              "first assignments", "accuracy (%)")  # fmt: skip
    rows = tuple(_person(person) for person in counts.agreement.people)
    sentence = (
        f"{len(rows):,} people worked. Their judgements are compared with those of the other first judge, and their "
        "accuracy counts first assignments only."
    )
    return Section("people", "People", sentence, header, rows, ())


def of_ceiling(counts: TwinCounts) -> Section:
    """The human ceiling of *Binary*: first assignments, one caption against two clips (T5)."""
    found = counts.agreement.ceiling
    name, title, header = "ceiling", "Human ceiling", ("first assignments", "captions", "%", "95% interval")
    if not found.accuracy.n:
        return Section(name, title, "No caption has been assigned yet.", header, (), ())
    n = found.accuracy.n
    rows: tuple[tuple[Cell, ...], ...] = (
        ("right", found.right, percent(found.right, n), _bounds(found.strict.low, found.strict.high)),
        ("cannot tell", found.cannot_tell, percent(found.cannot_tell, n), ""),
        ("wrong", found.wrong, percent(found.wrong, n), ""),
        ("accuracy", n, round(100 * (found.accuracy.value or 0), 2), _bounds(found.accuracy.low, found.accuracy.high)),
    )
    sentence = (
        f"People chose the right one of two clips for {with_interval(found.accuracy, scale=100, digits=1)}% of "
        f"{n:,} captions that nobody had checked before, with “cannot tell” as half."
    )
    return Section(name, title, sentence, header, rows, ())


def of_captions(counts: TwinCounts) -> Section:
    """Where the captions are that were passed on to checkers, and why captions came back (T4)."""
    total, returns = sum(counts.captions.values()), sum(counts.returns.values())
    rows: list[tuple[Cell, ...]] = [("caption", what, n, percent(n, total)) for what, n in counts.captions.items()]
    rows += [("return", reason, n, percent(n, returns)) for reason, n in counts.returns.items()]
    sentence = (
        f"Of {total:,} captions that were checked, {percent(counts.captions.get('accepted at once', 0), total):.1f}% "
        f"were accepted at once. Captions were returned {returns:,} times."
    )
    drawn: tuple[dict[str, Cell], ...] = tuple(
        {"x": SHORT.get(what, what), "y": percent(n, total)} for what, n in counts.captions.items()
    )
    plot = Plot("caption_outcomes", "bars", sentence, "what became of the caption", "% of checked captions", drawn)
    header = ("of", "outcome", "number", "% of them")
    return Section("captions", "Captions", sentence, header, tuple(rows), (plot,) if total else ())


def of_twin_work(counts: TwinCounts) -> Section:
    """Person-hours by kind of work, with the answers given and the seconds for each."""
    total = sum(counts.hours.values())
    rows: list[tuple[Cell, ...]] = [
        (work, round(hours, 2), percent_of(hours, total), *_pace(hours, counts.answers.get(work, 0)))
        for work, hours in counts.hours.items()
    ]
    rows.append((ALL, round(total, 2), percent_of(total, total), *_pace(total, sum(counts.answers.values()))))
    accepted = sum(1 if moment.backward is None else 2 for moment in counts.moments)
    each = f", {60 * total / accepted:.1f} minutes for each accepted caption" if accepted else ""
    sentence = f"People worked {total:.1f} hours{each}. Pauses are counted in the same way as for pay."
    header = ("work", "hours", "%", "answers", "seconds an answer")
    return Section("work", "Hours of work", sentence, header, tuple(rows), ())


def percent_of(part: float, whole: float) -> float:
    """The share in percent, to two decimals; of nothing it is 0."""
    return round(100 * part / whole, 2) if whole else 0.0


def _pace(hours: float, answers: int) -> tuple[int, float | None]:
    return answers, round(3600 * hours / answers, 1) if answers else None


def _person(person: TwinPerson) -> tuple[Cell, ...]:
    shares = (person.same, person.returned, person.cannot_tell, person.first)
    cells = [(one.n, with_interval(one, scale=100, digits=1)) for one in shares]
    return (person.name, *(value for cell in cells for value in cell))


def _bounds(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"

"""Draws a batch in the size of a card: relevance by rank as bars, similarity as a line, what R7 looks at shaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["agreed", "discarded", "withdrawn", "adjudicated", "undecided"]
WIDTH, HEIGHT, TOP, STUB = 320.0, 96.0, 12.0, 3.0
HIGHEST = 4
GLYPHS: dict[str, str] = {"discarded": "×", "withdrawn": "–", "adjudicated": "◇", "undecided": "?"}
WORDS = {"discarded": "discarded", "withdrawn": "withdrawn", "undecided": "undecided"}


@dataclass(frozen=True, slots=True)
class SmallMark:
    """One pair of a batch; `disputed` where its first two scores did not agree, `decisive` where R7 looks at it."""

    similarity: float
    outcome: Outcome
    relevance: int | None = None
    disputed: bool = False
    decisive: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """A sign over a bar."""

    x: str
    y: str
    sign: str


@dataclass(frozen=True, slots=True)
class SmallChart:
    """The chart as few shapes, as SVG wants them, so that a page of them is drawn quickly.

    `agreed`, `adjudicated` and `missing` are paths of all such bars; `dots` marks what was disputed.
    """

    agreed: str
    adjudicated: str
    missing: str
    line: str
    threshold: str
    window_x: str
    window_width: str
    dots: tuple[Glyph, ...]
    glyphs: tuple[Glyph, ...]
    said: str
    counted: str

    @property
    def view_box(self) -> str:
        """The chart's own units."""
        return f"0 0 {WIDTH:g} {HEIGHT:g}"


def small_chart(marks: Sequence[SmallMark], *, threshold: float) -> SmallChart:
    """The chart of a batch's marks by ascending rank; without marks it is empty."""
    step = WIDTH / max(len(marks), 1)
    centres = [step * (place + 0.5) for place in range(len(marks))]
    tops = [_height(mark.relevance or 0) for mark in marks]
    places = list(zip(marks, centres, tops, strict=True))
    decisive = [place for place, mark in enumerate(marks) if mark.decisive]
    first = decisive[0] if decisive else len(marks)

    def bars(*outcomes: str) -> str:
        return "".join(_bar(x, y, step) for mark, x, y in places if mark.outcome in outcomes)

    return SmallChart(
        agreed=bars("agreed"),
        adjudicated=bars("adjudicated"),
        missing=bars("discarded", "withdrawn", "undecided"),
        line=" ".join(f"{x:.1f},{_similarity(mark.similarity):.1f}" for mark, x, _ in places),
        threshold=f"M{first * step:.1f} {_height(threshold):.1f}H{WIDTH:g}" if decisive else "",
        window_x=f"{first * step:.1f}",
        window_width=f"{len(decisive) * step:.1f}",
        dots=tuple(Glyph(f"{x:.1f}", f"{y - 5:.1f}", "") for mark, x, y in places if mark.disputed and not _sign(mark)),
        glyphs=tuple(Glyph(f"{x:.1f}", f"{y - 4:.1f}", _sign(mark)) for mark, x, y in places if _sign(mark)),
        said=_said(marks),
        counted=_counted(marks),
    )


def _sign(mark: SmallMark) -> str:
    return GLYPHS.get(mark.outcome, "")


def _height(level: float) -> float:
    return HEIGHT - STUB - (HEIGHT - TOP - STUB) * level / HIGHEST


def _similarity(value: float) -> float:
    return HEIGHT - STUB - (HEIGHT - TOP - STUB) * min(max(value, 0.0), 1.0)


def _bar(centre: float, top: float, step: float) -> str:
    return f"M{centre - 0.38 * step:.1f} {HEIGHT:g}V{top:.1f}h{0.76 * step:.1f}V{HEIGHT:g}z"


def _said(marks: Sequence[SmallMark]) -> str:
    """The marks in words: relevances by rank, and between what the similarity lies."""
    if not marks:
        return "no pairs"
    words = [_word(mark) for mark in marks]
    return (
        f"Relevances by rank: {', '.join(words)}. "
        f"Similarity from {marks[0].similarity:.2f} to {marks[-1].similarity:.2f}"
    )


def _word(mark: SmallMark) -> str:
    if mark.relevance is None:
        return WORDS.get(mark.outcome, mark.outcome)
    return f"{mark.relevance}{' adjudicated' if mark.outcome == 'adjudicated' else ''}"


def _counted(marks: Sequence[SmallMark]) -> str:
    """What became of the pairs, in words."""
    found = Counter(mark.outcome for mark in marks)
    disputed = sum(mark.disputed and mark.outcome == "agreed" for mark in marks)
    parts = [f"{found[kind]} {kind}" for kind in ("agreed", "adjudicated", "discarded", "withdrawn") if found[kind]]
    if disputed:
        parts[0] += f" ({disputed} in round 2)"
    return ", ".join(parts)

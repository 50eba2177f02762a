"""Charts as SVG shapes: a frame with its scale, axes, columns, rows with intervals, lines; colours are CSS classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

Point = tuple[float, float]
Tick = tuple[float, str]
BAR_SHARE = 0.76


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a chart, the room around its plot, and the values where its scale begins and ends.

    `stub` is the height at which the scale begins, so that a bar of the lowest value can be seen.
    """

    width: float
    height: float
    left: float = 0
    right: float = 0
    top: float = 0
    bottom: float = 0
    stub: float = 0
    low: float = 0
    high: float = 1

    @property
    def end(self) -> float:
        """Where the plot ends on the right."""
        return self.width - self.right

    @property
    def floor(self) -> float:
        """The height on which bars begin."""
        return self.height - self.bottom

    def x(self, value: float) -> float:
        """The place of a value on a scale from left to right; what lies outside is drawn at the end."""
        return round(self.left + (self.end - self.left) * self._share(value), 2)

    def y(self, value: float) -> float:
        """The place of a value on a scale from the floor up; what lies outside is drawn at the end."""
        return round(self.floor - self.stub - (self.floor - self.stub - self.top) * self._share(value), 2)

    def step(self, count: int) -> float:
        """The width for each of so many beside each other."""
        return (self.end - self.left) / max(count, 1)

    def centre(self, place: int, count: int) -> float:
        """The middle of one of so many beside each other, counted from 0."""
        return round(self.left + (place + 0.5) * self.step(count), 2)

    def _share(self, value: float) -> float:
        return (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)


class Markup(str):
    """Text that is markup already, which templates therefore do not escape."""

    def __html__(self) -> str:
        return self


@dataclass(frozen=True, slots=True)
class ChartElement:
    """An element of the chart, with its CSS classes, attributes, words and title."""

    tag: str
    css: str
    at: dict[str, float | str]
    text: str = ""
    title: str = ""

    def __str__(self) -> str:
        attributes = "".join(f' {name}="{_written(value)}"' for name, value in self.at.items())
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        return f'<{self.tag} class="{escape(self.css)}"{attributes}>{escape(self.text)}{title}</{self.tag}>'


@dataclass(frozen=True, slots=True)
class Column:
    """A bar with its classes and title, what is written over it, and its label below; no bar where `value` is None."""

    value: float | None
    css: str = ""
    title: str = ""
    over: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class DotRow:
    """A named dot at its value within its interval, None if there is none, and the value in words.

    `title` is the whole name where `name` is cut, `variant` the end of a second class of its shapes.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    text: str
    title: str = ""
    variant: str = ""


@dataclass(slots=True)
class Chart:
    """Shapes in the order in which they are drawn; a template writes it between the tags of an SVG of its view box.

    `description` is the chart in words, `legend` the names of its lines.
    """

    frame: Frame
    title: str = ""
    description: str = ""
    legend: Sequence[str] = ()
    shapes: list[ChartElement] = field(default_factory=list)

    @property
    def view_box(self) -> str:
        """The chart's own units."""
        return f"0 0 {self.frame.width:g} {self.frame.height:g}"

    def __str__(self) -> str:
        return Markup("".join(map(str, self.shapes)))

    def add(self, tag: str, css: str, text: str = "", *, title: str = "", **at: float | str) -> None:
        """Draw one shape over what is there."""
        self.shapes.append(ChartElement(tag, css, at, text, title))

    def levels(self, ticks: Sequence[Tick], family: str = "chart") -> None:
        """A line across the plot at each value, with its label on the left."""
        left, end = self.frame.left, self.frame.end
        for value, label in ticks:
            y = self.frame.y(value)
            self.add("line", f"{family}-grid", x1=left, x2=end, y1=y, y2=y)
            self.add("text", f"{family}-text {family}-end", label, x=left, y=y, dx=-6, dy=4)

    def below(self, x: float, label: str, dy: float = 18, family: str = "chart") -> None:
        """A label under the floor."""
        self.add("text", f"{family}-text {family}-middle", label, x=x, y=self.frame.floor, dy=dy)

    def columns(self, columns: Sequence[Column], dy: float = 18) -> None:
        """Bars beside each other, with what is written over and below them."""
        frame, step = self.frame, self.frame.step(len(columns))
        for place, one in enumerate(columns):
            centre, css, width = frame.centre(place, len(columns)), f"chart-bar {one.css}".strip(), BAR_SHARE * step
            if one.value is not None:
                y, edge = frame.y(one.value), centre - width / 2
                self.add("rect", css, title=one.title, x=edge, y=y, width=width, height=frame.floor - y)
            if one.over:
                self.add("text", "chart-count chart-middle", one.over, x=centre, y=frame.y(one.value or 0), dy=-5)
            if one.label:
                self.below(centre, one.label, dy)

    def rows(self, rows: Sequence[DotRow], ticks: Sequence[Tick], *, middle: float | None = None) -> None:
        """Rows below each other on one scale from left to right; `middle` is a line through all."""
        frame = self.frame
        for value, label in ticks:
            self.add("line", "plot-grid", x1=frame.x(value), x2=frame.x(value), y1=4, y2=frame.floor)
            self.below(frame.x(value), label, family="plot")
        if middle is not None:
            self.add("line", "plot-mean", x1=frame.x(middle), x2=frame.x(middle), y1=4, y2=frame.floor)
        for place, one in enumerate(rows):
            self._row(one, frame.top + (place + 0.5) * (frame.floor - frame.top) / len(rows))

    def _row(self, row: DotRow, y: float) -> None:
        def css(name: str) -> str:
            return f"{name} {name}-{row.variant}" if row.variant else name

        frame = self.frame
        self.add("text", f"{css('plot-name')} plot-end", row.name, title=row.title, x=frame.left, y=y, dx=-10, dy=4)
        if row.low is not None and row.high is not None:
            left, width = frame.x(row.low), frame.x(row.high) - frame.x(row.low)
            self.add("rect", css("plot-whisker"), x=left, y=y - 4, width=width, height=8, rx=3)
        if row.value is not None:
            self.add("circle", css("plot-dot"), cx=frame.x(row.value), cy=y, r=4.5)
        self.add("text", "plot-value", row.text, x=frame.end, y=y, dx=9, dy=4)

    def line(self, css: str, points: Sequence[Point | None], *, dots: str = "", r: float = 3.5) -> None:
        """A line through the places with a gap if there is none, and dots of the class `dots` on them."""
        for there, run in groupby(points, key=lambda point: point is not None):
            stretch = [point for point in run if point is not None]
            if there and len(stretch) > 1:
                self.add("polyline", css, points=" ".join(f"{x:g},{y:g}" for x, y in stretch))
        if dots:
            for point in points:
                if point is not None:
                    self.add("circle", dots, cx=point[0], cy=point[1], r=r)


def _written(value: float | str) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"

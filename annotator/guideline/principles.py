"""What everybody is to keep in mind, as a campaign has it: a point a line, and lines that begin with `#` as headings.

`PRINCIPLES` and `SECTIONS` are what a campaign has until somebody saves others. Versions of a guideline that were saved
before there were others have them too, so these texts never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from annotator.guideline.sections import SECTIONS, Section
from annotator.guideline.twin_sections import SECTIONS_OF_TWINS
from moments.base.errors import BadInput

GRADE, TWIN = "grade", "twin"
HEADING = "#"
BULLETS = ("- ", "* ", "• ")
LONGEST_LINE = 500
MOST_LINES = 60
PRINCIPLES = (
    "Judge only what the clip shows. What may have come before or after it, and what you know about the film, "
    "do not count.",
    "Consider three things: whether the action is the one asked for, whether it is fully visible in the frame, and "
    "whether it is complete, from its beginning to its end.",
    "An action that is cut off or interrupted lowers the level. So does much footage that has nothing to do with "
    "the query.",
    "If you cannot judge the clip or the query at all, use “Cannot judge”. Never use 0 for that.",
)


def default_principles(kind: str) -> str:
    """The text of a campaign of that kind that has none of its own."""
    if kind == GRADE:
        return "\n".join(PRINCIPLES)
    sections = SECTIONS_OF_TWINS if kind == TWIN else SECTIONS
    return "\n\n".join("\n".join([f"{HEADING} {section.title}", *section.points]) for section in sections)


def checked_principles(text: str) -> str:
    """The text with one point a line and nothing around them; raises BadInput naming the line that cannot be."""
    lines = [_plain(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    for number, line in enumerate(lines, start=1):
        if "\0" in line:
            raise BadInput(f"line {number}: contains a NUL character", field="principles")
        if len(line) > LONGEST_LINE:
            raise BadInput(
                f"line {number}: expected at most {LONGEST_LINE} characters, got {len(line):,}", field="principles"
            )
        if line == HEADING:
            raise BadInput(f"line {number}: the heading is empty", field="principles")
    count = sum(1 for line in lines if line)
    if count > MOST_LINES:
        raise BadInput(f"expected at most {MOST_LINES} lines, got {count:,}", field="principles")
    return "\n".join(_spaced(line for line in lines if line))


def sections_of(text: str) -> tuple[Section, ...]:
    """The points under their headings; those before the first heading have none, which is empty."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith(HEADING):
            found.append((line.lstrip(HEADING).strip(), []))
        elif line:
            if not found:
                found.append(("", []))
            found[-1][1].append(line)
    return tuple(Section(title, tuple(points)) for title, points in found)


def _plain(line: str) -> str:
    """The line without space around it and without a bullet, which the page adds."""
    line = line.strip()
    for bullet in BULLETS:
        line = line.removeprefix(bullet).strip()
    return f"{HEADING} {line.lstrip(HEADING).strip()}".strip() if line.startswith(HEADING) else line


def _spaced(lines: Iterable[str]) -> Iterator[str]:
    """With an empty line before each heading but the first line."""
    for number, line in enumerate(lines):
        if number and line.startswith(HEADING):
            yield ""
        yield line

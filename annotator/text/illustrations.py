"""Pictures and clips in the texts of leads: which are named where, what is refused, and what a page shows of them.

A text names one by its number, as `![What it shows](picture:3)`. Without words between the brackets it has its own
description. Nothing else that a browser would fetch can be placed, because its host would learn who reads.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from html import escape, unescape
from html.parser import HTMLParser

from moments.base.errors import BadInput

REFERENCE = re.compile(r"(?:picture|clip):([1-9][0-9]{0,3})")
# As the cleaner writes them: every quotation mark inside a value is an entity.
IMAGE = re.compile(r'<img((?: [a-z]+="[^"]*")*)>')
VALUE = re.compile(r'([a-z]+)="([^"]*)"')
FETCHED = frozenset(
    {"img", "image", "video", "audio", "source", "track", "iframe", "frame", "embed", "object", "picture", "svg"}
)


@dataclass(frozen=True, slots=True)
class ShownIllustration:
    """What a page shows in place of a reference: a picture, a video, or a picture that moves."""

    url: str
    description: str
    width: int
    height: int
    is_video: bool
    moves: bool


class _Fetched(HTMLParser):
    """Collects the tags that make a browser fetch something, each with what it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag."""
        if tag in FETCHED:
            values = dict(attrs)
            self.found.append((tag, values.get("src") or values.get("data") or values.get("srcset") or ""))


def refuse_foreign(text: str, raw_html: str, known: Container[int] | None) -> None:
    """Raise BadInput, naming the line of the text, for what is not one of the campaign's pictures and clips.

    `raw_html` is what Markdown made of the text. `known` are the numbers that can be placed; None where nothing can.
    """
    reader = _Fetched()
    reader.feed(raw_html)
    reader.close()
    for tag, source in reader.found:
        reference = REFERENCE.fullmatch(source) if tag == "img" else None
        if reference is None:
            what = f"“{source[:80]}”" if source else f"<{tag}>"
            allowed = "only pictures and clips that were added to the campaign can be placed"
            refusal = "this text takes no pictures or clips" if known is None else allowed
            raise BadInput(f"{_line_of(text, source or f'<{tag}')}: {what}: {refusal}")
        if known is None:
            raise BadInput(f"{_line_of(text, source)}: this text takes no pictures or clips")
        if int(reference[1]) not in known:
            raise BadInput(f"{_line_of(text, source)}: the campaign has no picture or clip {reference[1]}")


def numbers_in(text: str) -> set[int]:
    """The numbers that a text may place; more than it does where it only writes about a reference."""
    return {int(number) for number in REFERENCE.findall(text)}


def with_illustrations(html: str, shown: Mapping[int, ShownIllustration], *, moving: str) -> str:
    """The cleaned HTML with what is shown in place of references; a description is left of what is not there.

    `moving` names the link to a moving picture, for people who do not want to see pages move.
    """

    def placed(tag: re.Match[str]) -> str:
        values = {name: unescape(value) for name, value in VALUE.findall(tag[1])}
        reference = REFERENCE.fullmatch(values.get("src", ""))
        found = shown.get(int(reference[1])) if reference else None
        words = values.get("alt", "").strip()
        if found is None:
            return f"<em>{escape(words)}</em>" if words else ""
        return "".join(_tags(found, words or found.description, moving))

    return IMAGE.sub(placed, html)


def _tags(found: ShownIllustration, words: str, moving: str) -> Iterator[str]:
    where = f'src="{escape(found.url)}" width="{found.width}" height="{found.height}"'
    if found.is_video:
        yield f'<video class="placed" {where} muted loop playsinline controls preload="metadata"'
        yield f' aria-label="{escape(words)}"></video>'
        return
    kind = "placed placed-moving" if found.moves else "placed"
    yield f'<img class="{kind}" {where} loading="lazy" alt="{escape(words)}">'
    if found.moves:
        yield f'<a class="placed-asked" href="{escape(found.url)}" target="_blank" rel="noopener noreferrer">'
        yield f"{escape(moving)} {escape(words)}</a>"


def _line_of(text: str, needle: str) -> str:
    """Where in the text it stands; a line with a picture rather than one that only links to the same address."""
    lines = list(enumerate(text.splitlines(), start=1))
    having = [(number, line) for number, line in lines if needle.lower() in line.lower()]
    pictures = [number for number, line in having or lines if "![" in line or "<" in line]
    number = next(iter(pictures), having[0][0] if having else 1)
    return f"line {number}"

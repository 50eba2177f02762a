"""Turns the Markdown that leads write into HTML that is safe on everybody's page, as a pure function.

Markdown lets raw HTML through, so the result is cleaned by a list of allowed tags. There is no image on it but those
of the campaign, in texts that may have them: an image from elsewhere would show its host who reads.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from functools import lru_cache

import nh3
from markdown import Markdown

from annotator.text.illustrations import REFERENCE, ShownIllustration, refuse_foreign, with_illustrations
from moments.base.errors import BadInput

LONGEST = 20_000
# The reader looks for the end of every bracket, so that its time grows with their square.
MOST_BRACKETS = 1_000
# Headings in the text are below the page's own h1 and h2.
HIGHEST_HEADING = 3
HEADING = re.compile(r"<(/?)h([3-6])>")

TAGS = {
    *("p", "br", "hr", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "ul", "ol", "li"),
    *("strong", "em", "del", "sub", "sup", "kbd", "a", "abbr"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}, "abbr": {"title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
REFERRING = {"picture", "clip"}


def checked_text(text: str, *, placed: Container[int] | None = None) -> str:
    """The text with plain line ends; raises BadInput if it cannot be kept or shown.

    `placed` are the numbers of pictures and clips that it may show; None where it may show none.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    if len(text) > LONGEST:
        raise BadInput(f"text: expected at most {LONGEST:,} characters, got {len(text):,}")
    if text.count("[") > MOST_BRACKETS:
        raise BadInput(f"text: expected at most {MOST_BRACKETS:,} opening brackets")
    if "\0" in text:
        raise BadInput("text: contains a NUL character")
    refuse_foreign(text, _raw_html(text), placed)
    return text


@lru_cache(maxsize=64)
def safe_html(text: str) -> str:
    """The text as HTML with only the tags and attributes above; links open in a new tab and send no referrer.

    Raises BadInput for Markdown nested too deeply to be read.
    """
    clean = nh3.clean(
        _raw_html(text),
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer",
        set_tag_attribute_values={"a": {"target": "_blank"}},
    )
    return _without_skipped_levels(clean)


def illustrated_html(text: str, shown: Mapping[int, ShownIllustration], *, moving: str) -> str:
    """The same with the pictures and clips that the text names by number; `moving` as in `with_illustrations`."""
    return with_illustrations(_referring_html(text), shown, moving=moving)


@lru_cache(maxsize=64)
def _referring_html(text: str) -> str:
    """The text as safe HTML, in which an image has nothing but a reference to a picture or clip of the campaign."""
    clean = nh3.clean(
        _raw_html(text),
        tags=TAGS | {"img"},
        attributes=ATTRIBUTES | {"img": {"src", "alt"}},
        attribute_filter=_only_references,
        url_schemes=SCHEMES | REFERRING,
        link_rel="noopener noreferrer",
        set_tag_attribute_values={"a": {"target": "_blank"}},
    )
    return _without_skipped_levels(clean)


def _only_references(tag: str, name: str, value: str) -> str | None:
    """Images show only what the campaign has, and links never lead there."""
    if tag == "img":
        return value if name == "alt" or REFERENCE.fullmatch(value) else None
    return None if name == "href" and value.strip().lower().startswith(("picture:", "clip:")) else value


def _raw_html(text: str) -> str:
    reader = Markdown(
        extensions=["tables", "sane_lists", "toc"],
        extension_configs={"toc": {"baselevel": HIGHEST_HEADING, "marker": ""}},
    )
    try:
        raw: str = reader.convert(text)
    except RecursionError as error:
        raise BadInput("text: is nested too deeply") from error
    return raw


def _without_skipped_levels(html: str) -> str:
    """The same headings, none more than one level below the one above it: readers of the screen go by levels."""
    above: list[int] = []

    def levelled(tag: re.Match[str]) -> str:
        level = int(tag[2])
        if not tag[1]:
            while above and above[-1] >= level:
                above.pop()
            above.append(level)
        return f"<{tag[1]}h{HIGHEST_HEADING - 1 + len(above)}>"

    return HEADING.sub(levelled, html)

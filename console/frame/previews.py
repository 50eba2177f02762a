"""Previews of the texts that leads write."""

from __future__ import annotations

from collections.abc import Callable, Container

from annotator.text.prose import checked_text, safe_html
from moments.base.errors import BadInput


def previewed(
    text: str, *, placed: Container[int] | None = None, show: Callable[[str], str] = safe_html
) -> dict[str, str]:
    """What a page shows of the text: its `html`, or the `problem` that keeps it from being saved.

    `placed` are the numbers of pictures and clips that it may show, and `show` makes the HTML.
    """
    try:
        return {"html": show(checked_text(text, placed=placed))}
    except BadInput as problem:
        return {"problem": f"{problem}."}

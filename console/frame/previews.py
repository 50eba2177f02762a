"""Previews of the texts that leads write."""

from __future__ import annotations

from annotator.text.prose import checked_text, safe_html
from moments.base.errors import BadInput


def previewed(text: str) -> dict[str, str]:
    """What a page shows of the text: its `html`, or the `problem` that keeps it from being saved."""
    try:
        return {"html": safe_html(checked_text(text))}
    except BadInput as problem:
        return {"problem": f"{problem}."}

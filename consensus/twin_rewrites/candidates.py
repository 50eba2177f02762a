"""Reads rewrites out of a model's answer, and what keeps one of them from being a caption."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from annotator.twins.caption_checks import CaptionLimits, check_caption
from annotator.twins.wording import normalised, stored_text
from moments.rewriting.checks import REFUSALS

LONGEST_READ = 2_000
FENCE = re.compile(r"^```[a-z]*\s*|\s*```$", re.IGNORECASE)
BULLET = re.compile(r"^\s*(?:[-*•]|\(?\d{1,3}[.):])\s+")
QUOTES = "\"“”„'"


def candidates_in(answer: str) -> list[str]:
    """The rewrites of an answer, as it gives them: a JSON list of texts, or else a line each.

    Empty if the answer is JSON of another kind. Numbers, dashes and quotation marks around lines are left out.
    """
    text = FENCE.sub("", answer.strip())
    start, end = text.find("["), text.rfind("]")
    if 0 <= start < end and not text[:start].count("\n") > 2:
        try:
            found = json.loads(text[start : end + 1])
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, list):
            return [one for one in found if isinstance(one, str) and one.strip()]
    if text.startswith(("{", "[")) or REFUSALS.match(text):
        return []
    lines = (BULLET.sub("", line).strip().strip(QUOTES).strip() for line in text.splitlines())
    return [line for line in lines if line and not line.endswith(":")]


def new_texts(candidates: Iterable[str], known: Iterable[str], *, most: int) -> list[str]:
    """At most `most` candidates as they would be stored, without those that are known or come twice.

    Case and punctuation make no difference.
    """
    seen = {normalised(text) for text in known}
    found: list[str] = []
    for candidate in candidates:
        text = stored_text(candidate[: LONGEST_READ + 1].replace("\0", "\ufffd"))[:LONGEST_READ]
        text = text.encode("utf-8", "replace").decode()
        mark = normalised(text) or text
        if text and mark not in seen and len(found) < most:
            seen.add(mark)
            found.append(text)
    return found


def form_faults(texts: Sequence[str], limits: CaptionLimits) -> list[str]:
    """Why each text may not be written so, in a sentence; "" if it may (T3)."""
    return [next((fault.sentence for fault in check_caption(text, limits) if fault.refused), "") for text in texts]

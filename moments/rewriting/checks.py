"""What a caption must pass: its form, its language, similarity to the description, and no person's name left."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from moments.rewriting.faults import Fault
from moments.rewriting.tagging.tagger import Found, named

LEAST_SIMILARITY = 0.4
LEAST_KEPT = 0.4
LONGEST_SENT = 2_000
MARKUP = frozenset("<>{}[]\\`|#*_~^=")
REFUSALS = re.compile(
    r"^(i[’']?m sorry|i am sorry|sorry\b|i can(?:no|[’'])t\b|i(?: am|[’']m) (?:unable|not able)|as an ai\b|"
    r"i apologi[sz]e|unfortunately, i\b)",
    re.IGNORECASE,
)
WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Checked:
    """A caption's values; `fault` is None if it passed."""

    similarity: float | None
    names: tuple[Found, ...]
    fault: Fault | None


def sendable(description: str) -> Fault | None:
    """Why a description is not sent to an endpoint, or None."""
    if len(description) > LONGEST_SENT:
        return Fault("unsendable", f"{len(description):,} characters; at most {LONGEST_SENT:,} are sent")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in description if character not in "\t\r\n"):
        return Fault("unsendable", "contains a control character")
    return None


def form_fault(description: str, caption: str) -> Fault | None:
    """What is wrong with a caption's form or language, or None."""
    if not caption.strip():
        return Fault("empty")
    if REFUSALS.match(caption) and not REFUSALS.match(description):
        return Fault("refusal")
    if not caption.isprintable():
        return Fault("shape", "contains a line break or a control character")
    added = sorted(MARKUP & set(caption) - set(description))
    if added or ("://" in caption and "://" not in description):
        return Fault("shape", f"contains {' '.join(added) or 'an address'}")
    if len(caption) > 2 * len(description) + 80:
        return Fault("length", f"{len(caption)} characters for {len(description)}")
    return _language_fault(description, caption)


def values_fault(similarity: float | None, names: Sequence[Found]) -> Fault | None:
    """Whether the two values let the caption pass; a similarity that is not known fails nothing."""
    left = named(names)
    if left:
        return Fault("name", ", ".join(found.with_score for found in left)[:200])
    if similarity is not None and similarity < LEAST_SIMILARITY:
        return Fault("similarity", f"{similarity:.2f}, at least {LEAST_SIMILARITY:g} is required")
    return None


def _language_fault(description: str, caption: str) -> Fault | None:
    """Another script than the description's, or next to no word of it."""
    known, written = _scripts(description), _scripts(caption)
    if known and written - known:
        return Fault("language", f"written in {', '.join(sorted(written - known)).lower()}")
    words = [word.lower() for word in WORD.findall(caption)]
    own = {word.lower() for word in WORD.findall(description)}
    if len(words) >= 6 and len(own) >= 6 and sum(word in own for word in words) < len(words) / 8:
        return Fault("language", "almost none of its words are in the description")
    return None


def fragment_fault(description: str, caption: str) -> Fault | None:
    """Whether too few of the description's words are left, names aside: a part of it, or a remark about it."""
    kept = {word for word in WORD.findall(description) if word[0].islower()}
    found = len(kept & {word.lower() for word in WORD.findall(caption)})
    if len(kept) >= 6 and found < LEAST_KEPT * len(kept):
        return Fault("fragment", f"{found} of its {len(kept)} words that are not names")
    return None


def _scripts(text: str) -> set[str]:
    """The scripts of the text's letters, as Unicode names begin with them."""
    return {unicodedata.name(character, "?").split()[0] for character in set(text) if character.isalpha()}

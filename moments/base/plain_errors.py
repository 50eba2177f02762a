"""What may be shown of an error: its kind, its words without people's data, and the line of ours that raised it."""

from __future__ import annotations

import re
import traceback
from pathlib import Path

MOST_KIND, MOST_WORDS, MOST_PLACE = 100, 200, 120
FLOORS = ("config", "console", "archive", "benchmark", "consensus", "annotator", "moments", "evaluation")
# What the database quotes after these words are names of its own; all else in quotes may be somebody's.
_QUOTED = re.compile(
    r"(?<!constraint )(?<!relation )(?<!column )(?<!table )(?<!index )"
    r"(?<!\w)(?P<mark>[\"'])(?:(?!(?P=mark)).)*(?P=mark)"
)
_HIDDEN = re.compile(
    r"\S+@\S+"  # mail addresses
    r"|\w+://\S+"
    r"|(?<!\w)/\S+"  # paths
    r"|\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{6,}"  # worker IDs, keys
    r"|\b\d[\d.:]{5,}"  # IP and other numbers that may name somebody
)


def kind_of(error: BaseException) -> str:
    """The name of its class."""
    return type(error).__name__[:MOST_KIND]


def words_of(error: BaseException) -> str:
    """The first line of its message; quoted values, addresses, paths and identifiers are left out.

    Those who run the platform find the whole message in the log.
    """
    try:
        lines = (_sentence_of(error) or str(error)).splitlines()
    except Exception:  # an error whose message cannot be made is shown without one
        return ""
    line = "".join(letter if letter.isprintable() else " " for letter in (lines or [""])[0])
    shown = " ".join(_HIDDEN.sub("…", _QUOTED.sub("…", line)).split())
    return shown if len(shown) <= MOST_WORDS else f"{shown[: MOST_WORDS - 1]}…"


def _sentence_of(error: BaseException) -> str:
    """The message of a KeyError that is a sentence: `str` would put it in quotes."""
    message = error.args[0] if isinstance(error, KeyError) and error.args else ""
    return message if isinstance(message, str) and " " in message else ""


def place_of(error: BaseException, root: Path) -> str:
    """The innermost line of the project's own code that the error came through, as `file:line`; "" without one."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(root) and path.relative_to(root).parts[0] in FLOORS:
            return f"{path.relative_to(root)}:{frame.lineno}"[:MOST_PLACE]
    return ""

"""Turns over which a native speaker stumbles stay out of what people read, and prose is wrapped."""

import re
from pathlib import Path

import pytest
from django.conf import settings

PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md")
PLACES = (*PAGES, "templates/**/*.html", "templates/**/*.txt")
DRAWN = {"entities.md"}  # its sentences are the docstrings of the models
WIDTH = 100
NOT_PROSE = ("|", "<!--", "![", "    ", "#")

BANNED = (
    r"\banew\b",
    r"\breckon(?:s|ed|ing)?\b",
    r"\blately\b",
    r"\bno more(?=\s*(?:[.,;:)<]|$))",
    r"\b(?<!left )alone\b",
    r"\bby (?:itself|themselves)\b",
    r"\bnobody is told\b",
    r"\bstood like that\b",
    r"\btouching them not\b",
    r"\bput (?:it|them|one) away\b",
    r"\bis no example\b",
    r"\bslip(?:s|ped)? in(?:to)?\b",
    r"\bbinds? nobody\b",
    r"\bone and the same score\b",
    r"\bas it mostly is\b",
    r"\b(?:leaves|leaving) zero out\b",
    r"\bnothing (?:was \w+:|waits under\b)",
    r"\bthose that a \w+ needs\b",
    r"\bcorrected comma\b",
    r"\d that say\b",
    r"\bwhoever\b",
    r"(?-i:(?<![\w,:] )\bWho [^.?!:|]*[.])",
)
BANNED_TURN = re.compile("|".join(BANNED), re.IGNORECASE)
# Code, what the code style shows as a bad example, and the tags of templates.
QUOTED = re.compile(r"`[^`]*`|\*was:\*[^|]*|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<[^>]*>")


def paths(place: str) -> list[Path]:
    found = sorted(path for path in Path(settings.BASE_DIR).glob(place) if path.name not in DRAWN)
    assert found, place
    return found


def banned_turns(text: str) -> list[str]:
    on_one_line = " ".join(QUOTED.sub(" ", text).split())
    return [match[0] for match in BANNED_TURN.finditer(on_one_line)]


@pytest.mark.parametrize("place", PLACES)
def test_no_banned_turn_is_left(place: str):
    found = {path.name: turns for path in paths(place) if (turns := banned_turns(path.read_text(encoding="utf-8")))}
    assert found == {}


@pytest.mark.parametrize("place", PAGES)
def test_prose_is_wrapped(place: str):
    assert [line for path in paths(place) for line in prose(path) if len(line) > WIDTH] == []


def prose(path: Path) -> list[str]:
    """The page's lines outside of code, tables, pictures and headings."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [line for line in text.splitlines() if not line.startswith(NOT_PROSE)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Who is further is not sent back.",
        "Nothing was reckoned:",
        "The query reads anew",
        "The terms stood like that already.",
        "Pair N is slipped in no more",
        "is no example any more",
        "Nothing was begun:",
        "Read: put them away",
        "Make it anew",
        "They bind nobody.",
        "Nothing waits under X",
        "both gave one and the same score throughout",
        "Those that a pair needs",
        "touching them not",
        "unless all is as it mostly is",
        "Nobody is told of the progress.",
        "Of queries of that priority alone, where one is given.",
        "the token reads alone",
        "Leave this off for a corrected comma",
        "Before a full play 100% of 39 that say",
        "The interval leaves zero out",
    ],
)
def test_sentences_of_that_kind_are_found(sentence: str):
    assert len(banned_turns(sentence)) >= 1


@pytest.mark.parametrize(
    "sentence",
    ["Who can join?", "It takes no more than a second.", "People who left are listed.", "There are no more pairs."],
)
def test_plain_sentences_are_let_through(sentence: str):
    assert banned_turns(sentence) == []

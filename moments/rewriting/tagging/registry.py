"""The taggers by name; several joined by + find together."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from moments.base.errors import BadInput
from moments.rewriting.tagging.capitals import CapitalsTagger
from moments.rewriting.tagging.spacy_model import SpacyTagger, is_installed
from moments.rewriting.tagging.tagger import Found, Tagger

DEFAULT = "spacy+capitals"
NONE = "none"


class NoTagger:
    """Finds nobody, for people who ask that names not be checked."""

    def fit(self, descriptions: Sequence[str]) -> None:
        """Nothing."""

    def people(self, texts: Sequence[str]) -> list[list[Found]]:
        """Nobody, in any text."""
        return [[] for _ in texts]


class ListedTagger:
    """Takes for a person every name of the list, as it is written there."""

    def __init__(self, names: Collection[str]) -> None:
        longest_first = sorted(names, key=lambda name: (-len(name), name))
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def fit(self, descriptions: Sequence[str]) -> None:
        """Learn nothing: the list is complete."""

    def people(self, texts: Sequence[str]) -> list[list[Found]]:
        """The listed names of each text, without a score."""
        return [[Found(name) for name in dict.fromkeys(self._names.findall(text))] for text in texts]


class JoinedTagger:
    """Finds what any of its taggers finds, each text once."""

    def __init__(self, taggers: Sequence[Tagger]) -> None:
        self._taggers = taggers

    def fit(self, descriptions: Sequence[str]) -> None:
        """Let each learn."""
        for tagger in self._taggers:
            tagger.fit(descriptions)

    def people(self, texts: Sequence[str]) -> list[list[Found]]:
        """What any found, in their order."""
        answers = [tagger.people(texts) for tagger in self._taggers]
        return [_distinct(found) for found in zip(*answers, strict=True)]


TAGGERS: dict[str, Callable[[], Tagger]] = {"spacy": SpacyTagger, "capitals": CapitalsTagger, NONE: NoTagger}


def taggers_offered() -> list[str]:
    """The names that a page offers, the one to take first; without what is not installed."""
    names = [DEFAULT, *TAGGERS]
    return names if is_installed() else [name for name in names if "spacy" not in name]


def tagger_named(name: str) -> Tagger:
    """A new tagger; raises BadInput for a name that does not exist and for a model that is not installed."""
    parts = name.split("+")
    unknown = [part for part in parts if part not in TAGGERS]
    if unknown:
        raise BadInput(
            f"no tagger {unknown[0]!r}; expected one or more of: {', '.join(sorted(TAGGERS))}, joined by +",
            field="tagger",
        )
    if NONE in parts and len(parts) > 1:
        raise BadInput(f"{NONE!r} cannot be joined with other taggers", field="tagger")
    taggers = [TAGGERS[part]() for part in dict.fromkeys(parts)]
    return taggers[0] if len(taggers) == 1 else JoinedTagger(taggers)


def _distinct(answers: Sequence[Sequence[Found]]) -> list[Found]:
    """Each found text once; words inside a longer find are that find."""
    kept: list[Found] = []
    for found in (one for answer in answers for one in answer):
        words = set(found.text.split())
        if not any(words <= set(other.text.split()) for other in kept):
            kept.append(found)
    return kept

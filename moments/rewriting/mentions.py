"""Finds who a description mentions by a listed name: titles, surnames, possessives and enumerations."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass

TITLES = {
    "mr": "man", "sir": "man", "mrs": "woman", "ms": "woman", "miss": "woman", "madam": "woman",
    **dict.fromkeys(("dr", "doctor", "prof", "professor", "detective", "captain", "nurse", "officer", "agent",
                     "sergeant", "lieutenant", "coach", "judge"), ""),
}  # fmt: skip
ADJECTIVES = "young|younger|old|older|elderly|little|drunk|naked|pregnant|poor|sick|tiny|tall"
BEFORE = re.compile(rf"(?:(?<!\w)(?:an|both)\s+)?(?:(?<!\w)(?:{ADJECTIVES})\s+)?$", re.IGNORECASE)
DETERMINER = re.compile(r"\b(?:the|a|this|that|his|her|their|its|my|your|our|another|each|every)\s+$", re.IGNORECASE)
CAPITAL_BEFORE = re.compile(r"(?<!\w)([^\W\d_][\w’']*)\s+$")
SENTENCE_START = re.compile(r"(?:^|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)[.!?][\"”')]*\s+|^[\"“'(]+)$")
LOOK_BACK = 60  # characters before a name that are looked at
AND = re.compile(r"\s*,?\s+(?:and|&)\s+")
COMMA = re.compile(r"\s*,\s+")
GAP = re.compile(r"\s*,?\s+")
AND_FOLLOWS = re.compile(r",?\s+and\s", re.IGNORECASE)
CLAUSE_FIRST = re.compile(
    r"\s*[\"“'(]*(?:after|when|while|as|before|once|if|because|since|until|although)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Mention:
    """One person mentioned at [start, end): listed names, what gender they tell, and the words before them."""

    start: int
    end: int
    names: frozenset[str]
    gender: str
    possessive: bool
    adjective: str = ""
    has_determiner: bool = False
    begins_sentence: bool = False


class MentionFinder:
    """Finds the mentions of a list's names in descriptions."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._genders = {_key(name): gender for name, gender in names.items()}
        listed = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
        title = rf"(?:(?i:{'|'.join(TITLES)})[.,]?\s+(?:[A-Z][a-z]+\s+(?={listed}))?)"
        one = rf"(?:{listed})(?!\w)"
        surname = r"(?:\s+[A-Z][a-z][\w-]*)"
        # After a title a name may be written small: "Dr. cameron".
        self._pattern = re.compile(
            rf"(?<![\w’'-])(?P<title>{title})?(?P<first>(?(title)(?i:{one})|{one}))(?P<rest>(?:\s+{one})*{surname}?)"
            r"(?P<possessive>[’']s|(?<=s)[’'](?!\w))?(?![\w-])"
        )
        self._one = re.compile(one)

    def find(self, text: str) -> list[Mention]:
        """The mentions in order; a name that is part of a longer one, such as a place's, is left as it is."""
        mentions, at = [], 0
        while match := self._pattern.search(text, at):
            mention = self._mention(text, match)
            at = mention.end if mention is not None else match.end()
            if mention is not None:
                mentions.append(mention)
        return mentions

    def _mention(self, text: str, match: re.Match[str]) -> Mention | None:
        before = BEFORE.search(text, max(0, match.start() - LOOK_BACK), match.start())
        start = before.start() if before else match.start()
        lead = text[start : match.start()]
        if not lead and self._is_part(text, start):
            return None
        names = [match["first"], *self._one.findall(match["rest"])]
        of_names = {self._genders[_key(name)] for name in names} - {"person"}
        two = len(of_names) > 1  # "hands Ross Rachel's ring": not a first name and a surname
        title = match["title"].split()[0].strip(".,").lower() if match["title"] else ""
        gender = TITLES.get(title) or (self._genders[_key(names[0])] if two else "".join(of_names) or "person")
        return Mention(
            start,
            match.end("first") if two else match.end(),
            frozenset(_key(name) for name in (names[:1] if two else names)),
            gender,
            bool(match["possessive"]) and not two,
            lead.split()[-1].lower() if lead and lead.split()[-1].lower() not in ("an", "both") else "",
            DETERMINER.search(text, max(0, start - LOOK_BACK), start) is not None,
            begins_sentence(text, start),
        )

    def _is_part(self, text: str, start: int) -> bool:
        """Whether a capitalised word that no list knows is right before it, inside the sentence."""
        word = CAPITAL_BEFORE.search(text, max(0, start - LOOK_BACK), start)
        if word is None or not word[1][0].isupper() or word[1] == "I":
            return False
        return not begins_sentence(text, word.start(1)) and not self._one.fullmatch(word[1])


def begins_sentence(text: str, at: int) -> bool:
    """Whether a sentence begins there."""
    return SENTENCE_START.search(text, max(0, at - LOOK_BACK), at) is not None


def enumerations(text: str, mentions: list[Mention]) -> list[list[Mention]]:
    """The mentions in order, those that are enumerated ("A, B and C") together."""
    groups: list[list[Mention]] = []
    for run in _runs(text, mentions):
        ands = [
            place for place, (one, two) in enumerate(itertools.pairwise(run)) if AND.fullmatch(_between(text, one, two))
        ]
        together = ands[-1] + 2 if ands else len(run) if AND_FOLLOWS.match(text, run[-1].end) else 1
        groups.append(run[:together])
        groups += [[mention] for mention in run[together:]]
    return groups


def _runs(text: str, mentions: list[Mention]) -> list[list[Mention]]:
    """Mentions that only commas and "and" stand between, each somebody else."""
    runs: list[list[Mention]] = []
    for mention in mentions:
        if runs and _goes_on(text, runs[-1], mention):
            runs[-1].append(mention)
        else:
            runs.append([mention])
    return runs


def _goes_on(text: str, run: list[Mention], mention: Mention) -> bool:
    last = run[-1]
    between = _between(text, last, mention)
    if last.possessive or mention.adjective or not (AND.fullmatch(between) or GAP.fullmatch(between)):
        return False
    if any(mention.names & one.names for one in run):
        return False
    return not (COMMA.fullmatch(between) and _ends_clause(text, last.end))


def _ends_clause(text: str, comma: int) -> bool:
    """Whether the only comma of a sentence that begins with "after", "when" … is there: "When A leaves B, C …"."""
    start = max(text.rfind(end, 0, comma) for end in (". ", "! ", "? ")) + 1
    end = re.search(r"[.!?](?:\s|$)", text[comma:])
    sentence = text[start : comma + end.start()] if end else text[start:]
    return CLAUSE_FIRST.match(sentence) is not None and sentence.count(",") == 1


def _between(text: str, one: Mention, two: Mention) -> str:
    return text[one.end : two.start]


def _key(name: str) -> str:
    return " ".join(name.lower().split())

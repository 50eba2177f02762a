"""Replaces listed names by general words, with as little grammar as keeps people apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from moments.rewriting.mentions import Mention, MentionFinder, enumerations

PLURAL = {"man": "men", "woman": "women", "person": "people"}
COUNTS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(slots=True)
class _Person:
    """Somebody of one description; `place` counts those of the gender in the order in which each was singled out."""

    names: frozenset[str]
    gender: str
    introduced: bool = False
    place: int = 0


@dataclass(slots=True)
class _Cast:
    """Everybody of one description."""

    people: list[_Person] = field(default_factory=list)

    def add(self, mention: Mention) -> _Person:
        """The person whom the mention means: whoever shares a name with it."""
        known = next((person for person in self.people if _same(person, mention)), None)
        if known is None:
            known = _Person(mention.names, mention.gender)
            self.people.append(known)
        else:
            known.names |= mention.names
            known.gender = mention.gender if known.gender == "person" else known.gender
        return known

    def of(self, gender: str) -> list[_Person]:
        """Everybody of a gender."""
        return [person for person in self.people if person.gender == gender]

    def single_out(self, person: _Person) -> None:
        """Give the person the next place among those of the gender."""
        person.place = person.place or 1 + max(other.place for other in self.of(person.gender))


class NameReplacer:
    """Replaces the names of a list, as `man`, `woman` or `person`, in one description after another."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._finder = MentionFinder(names)

    def replace(self, description: str) -> str:
        """The description with general words in place of names; without any name it comes back as it is.

        The first man is "a man", the next "another man", then "a third man"; who comes again is "the man", or "the
        first man" if there are several. Enumerated people are "two people", "three women"; one of them who acts
        alone later is "one man".
        """
        mentions = self._finder.find(description)
        cast = _Cast()
        who = {mention: cast.add(mention) for mention in mentions}
        pieces, at = [], 0
        for group in enumerations(description, mentions):
            for start, end, text in _put(description, group, who, cast):
                pieces += [description[at:start], text]
                at = end
        return "".join(pieces) + description[at:]


def _same(person: _Person, mention: Mention) -> bool:
    """Whether they share a name, and no title tells them apart (Mr. and Mrs. Weber)."""
    return bool(person.names & mention.names) and (
        "person" in (person.gender, mention.gender) or person.gender == mention.gender
    )


def _put(text: str, group: list[Mention], who: Mapping[Mention, _Person], cast: _Cast) -> list[tuple[int, int, str]]:
    """What replaces the group: one phrase for all, or one for each."""
    people = [who[mention] for mention in group]
    known = [person for person in cast.people if person.introduced]
    old = [person for person in people if person.introduced]
    together = not old or (len(old) == len(people) == len(known))
    if len(group) > 1 and len({id(person) for person in people}) == len(people) and together:
        first, last = group[0], group[-1]
        phrase = _plural(people, repeated=bool(old), bare=first.has_determiner)
        for person in people:
            person.introduced = True
        return [(first.start, last.end, _written(phrase, first, possessive=last.possessive))]
    return [
        (mention.start, mention.end, _written(_single(who[mention], mention, cast), mention, mention.possessive))
        for mention in group
    ]


def _plural(people: list[_Person], *, repeated: bool, bare: bool) -> str:
    genders = {person.gender for person in people}
    noun = PLURAL[genders.pop() if len(genders) == 1 else "person"]
    count = COUNTS[len(people)] if len(people) < len(COUNTS) else "several"
    return f"the {count} {noun}" if repeated and not bare else f"{count} {noun}"


def _single(person: _Person, mention: Mention, cast: _Cast) -> str:
    noun = f"{mention.adjective} {person.gender}" if mention.adjective else person.gender
    if mention.has_determiner:
        cast.single_out(person)
        person.introduced = True
        return noun
    if person.introduced:
        return _again(person, noun, cast)
    person.introduced = True
    cast.single_out(person)
    shown = sum(other.introduced for other in cast.of(person.gender))
    if shown == 1:
        return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
    return f"another {noun}" if shown == 2 else f"a {ORDINALS[min(shown, 10)]} {noun}"


def _again(person: _Person, noun: str, cast: _Cast) -> str:
    """Somebody who was mentioned before, alone or among others."""
    same = cast.of(person.gender)
    if len(same) == 1:
        return f"the {noun}"
    if person.place:
        return f"the {ORDINALS[min(person.place, 10)]} {noun}"
    alone_before = any(other.place for other in same)
    cast.single_out(person)
    if not alone_before:
        return f"one {noun}"
    return f"the other {noun}" if len(same) == 2 else f"another {noun}"


def _written(phrase: str, mention: Mention, possessive: bool) -> str:
    """The phrase with its possessive, and a capital where a sentence begins."""
    if possessive:
        phrase += "'s"
    return phrase[0].upper() + phrase[1:] if mention.begins_sentence else phrase

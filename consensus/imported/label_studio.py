"""Reads Label Studio's JSON export: tasks, and annotations with a choice or rating that stands for a relevance."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from consensus.imported.contents import Archive, Described, cosine, grade, stretch
from consensus.imported.json_list import json_objects
from evaluation.scale import SCALE, Scale
from moments.base.errors import BadInput, BadLine
from moments.corpus.files.query_file import SPLITS
from moments.corpus.files.values import Place, choice, identifier, name, number, pair_number, text

KEYS = ("query", "video", "start", "end", "duration", "caption", "similarity", "query_id", "desc_id", "split")
LEADING = re.compile(r"\s*([0-9])(?![0-9])")
STAND_IN_S = 1.0


@dataclass(frozen=True, slots=True)
class TaskTerms:
    """Where a task's data hold what: `keys` by our name, the control's name if there are several, and the scale.

    `lowest` is what the worst rating or number is called there (0, or 1 for stars); `choices` are the names of the
    levels from 0 up, where they do not begin with their digit.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    control: str = ""
    lowest: int = 0
    choices: tuple[str, ...] = ()

    def key(self, ours: str) -> str:
        """What the tasks call it."""
        return self.keys.get(ours, ours)


def terms_from(pairs: Mapping[str, str], *, control: str, lowest: int, choices: str, scale: Scale = SCALE) -> TaskTerms:
    """The terms that were asked for; raises BadInput for a key that is none of ours or not a choice for each level."""
    for ours in pairs:
        if ours not in KEYS:
            raise BadInput(f"no {ours!r}; there are {', '.join(KEYS)}", field="map")
    names = tuple(one.strip() for one in choices.split(",")) if choices else ()
    if names and len(set(names)) != scale.count:
        raise BadInput(f"expected a name for each level from {scale}, separated by commas", field="choices")
    return TaskTerms(dict(pairs), control, lowest, names)


def read_label_studio(path: Path, archive: Archive, terms: TaskTerms, *, shown: str = "") -> None:
    """Take in every task with its annotations. People become rater-1, rater-2 … as they come.

    A task is a pair, its id the pair's number. Raises BadLine for a file that is no JSON list; the archive's `faults`
    hears of tasks that are wrong. Cancelled annotations and those without the control are left out and counted.
    """
    people: dict[str, str] = {}
    for place, task in json_objects(path, shown):
        try:
            _take(place, task, archive, terms, people)
        except BadLine as fault:
            archive.faults.take(fault)


def _take(place: Place, task: Mapping[str, Any], archive: Archive, terms: TaskTerms, people: dict[str, str]) -> None:
    data, annotations = task.get("data"), task.get("annotations")
    if not isinstance(data, dict) or not isinstance(annotations, list):
        raise place.error("expected a task with data and annotations; export as JSON, not JSON-MIN")
    pair = pair_number(place, "id", task.get("id"))
    if pair in archive.described:
        raise place.error(f"task {pair} is already on line {archive.described[pair].place.line}")
    given: list[tuple[str, int]] = []
    for annotation in annotations:
        found = _relevance(place, annotation, terms, archive.scale)
        if found is None:
            archive.left_out += 1
            continue
        given.append((_person(place, annotation, people), found))
    archive.describe(_described(place, pair, data, terms))
    for worker, relevance in given:
        archive.score(place, pair, worker, relevance)


def _described(place: Place, pair: int, data: Mapping[str, Any], terms: TaskTerms) -> Described:
    def given(ours: str) -> object:
        value = data.get(terms.key(ours))
        return None if value == "" else value

    start, end, duration = (
        None if given(ours) is None else number(place, terms.key(ours), given(ours))
        for ours in ("start", "end", "duration")
    )
    end_s = end if end is not None else duration if duration is not None else (start or 0.0) + STAND_IN_S
    split, query_id, desc_id = given("split"), given("query_id"), given("desc_id")
    video = name(place, terms.key("video"), given("video"))
    entry = Described(
        place=place,
        pair=pair,
        query_id=None if query_id is None else identifier(place, terms.key("query_id"), query_id),
        query=text(place, terms.key("query"), given("query")),
        split="" if split is None else choice(place, terms.key("split"), split, SPLITS),
        video=video,
        start_s=start or 0.0,
        end_s=end_s,
        duration_s=duration,
        caption=video if given("caption") is None else text(place, terms.key("caption"), given("caption")),
        similarity=0.0 if given("similarity") is None else cosine(place, given("similarity")),
        desc_id=None if desc_id is None else identifier(place, terms.key("desc_id"), desc_id),
        timed=end is not None or duration is not None,
    )
    stretch(entry)
    return entry


def _relevance(place: Place, annotation: object, terms: TaskTerms, scale: Scale) -> int | None:
    """The level of the annotation's one choice, rating or number; None if it was cancelled or gives none."""
    if not isinstance(annotation, dict) or not isinstance(annotation.get("result"), list):
        raise place.error("annotations: expected objects with a result")
    if annotation.get("was_cancelled"):
        return None
    values = [_level(place, one, terms, scale) for one in annotation["result"] if _is_asked(one, terms)]
    levels = [value for value in values if value is not None]
    if len(levels) > 1:
        raise place.error(f"annotation {annotation.get('id')} gives {len(levels)} values; choose one control")
    return levels[0] if levels else None


def _is_asked(result: object, terms: TaskTerms) -> bool:
    return isinstance(result, dict) and (not terms.control or result.get("from_name") == terms.control)


def _level(place: Place, result: Mapping[str, Any], terms: TaskTerms, scale: Scale) -> int | None:
    value = result.get("value")
    if not isinstance(value, dict):
        return None
    for kind in ("rating", "number"):
        if kind in value:
            found = value[kind]
            whole = int(found) if isinstance(found, float) and found.is_integer() else found
            if isinstance(whole, int) and not isinstance(whole, bool):
                whole -= terms.lowest
            return grade(place, kind, whole, scale)
    chosen = value.get("choices")
    if chosen is None:
        return None
    if not isinstance(chosen, list) or len(chosen) != 1 or not isinstance(chosen[0], str):
        raise place.error("choices: expected one choice")
    return _level_named(place, chosen[0], terms, scale)


def _level_named(place: Place, chosen: str, terms: TaskTerms, scale: Scale) -> int:
    if terms.choices:
        if chosen.strip() not in terms.choices:
            raise place.error(f"choices: {chosen[:60]!r} is not one of {', '.join(terms.choices)}")
        return terms.choices.index(chosen.strip())
    digit = LEADING.match(chosen)
    if digit is None:
        raise place.error(f"choices: {chosen[:60]!r} does not start with its level; name all of them", remedy="choices")
    return grade(place, "choices", int(digit[1]) - terms.lowest, scale)


def _person(place: Place, annotation: Mapping[str, Any], people: dict[str, str]) -> str:
    """The pseudonym of the person who completed it; neither name nor address is kept."""
    who = annotation.get("completed_by")
    if isinstance(who, dict):
        who = who.get("id", who.get("email"))
    if not isinstance(who, int | str) or isinstance(who, bool) or who == "":
        raise place.error("completed_by: expected the person who gave the annotation")
    return people.setdefault(str(who), f"rater-{len(people) + 1}")

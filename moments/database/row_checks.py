"""Says which values of rows no field takes: what `clean_fields()` and `clean()` refuse, looked up a column at a time.

A value that was looked at is remembered, since most columns hold few different ones. Empty text is left to the
database's constraints, as services store it where a form would ask for more, unless the field has a rule of its own.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import DateField, Field, IntegerField, JSONField, Model

from moments.models.checks import validate_day

REMEMBERED = 4096
# As PostgreSQL has them: SQLite takes larger numbers, and a campaign moves between the two.
RANGES = BaseDatabaseOperations.integer_field_ranges


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong with a field of the row in that place of the sequence."""

    place: int
    field: str
    problem: str


class RowChecks:
    """Looks at the rows of one model; keys and references are the database's matter."""

    def __init__(self, model: type[Model]) -> None:
        self._fields = [field for field in model._meta.concrete_fields if not (field.is_relation or field.primary_key)]
        self._sound: dict[str, set[Any]] = {field.attname: set() for field in self._fields}
        self._has_rule = model.clean is not Model.clean

    def faults(self, rows: Sequence[Model]) -> Iterator[RowFault]:
        """Every fault, row by row."""
        found: list[RowFault] = []
        for field in self._fields:
            found += self._column(field, [vars(row)[field.attname] for row in rows])
        if self._has_rule:
            found += [fault for place, row in enumerate(rows) for fault in _against_rule(place, row)]
        yield from sorted(found, key=lambda fault: fault.place)

    def _column(self, field: Field[Any, Any], values: list[Any]) -> Iterator[RowFault]:
        sound = self._sound[field.attname]
        try:
            fresh = set(values) - sound
        except TypeError:  # lists and objects of JSON
            wrong = {place: problem for place, value in enumerate(values) if (problem := problem_of(field, value))}
        else:
            problems = {value: problem for value in fresh if (problem := problem_of(field, value))}
            if len(sound) < REMEMBERED:
                sound |= fresh - problems.keys()
            if not problems:
                return
            wrong = {place: problems[value] for place, value in enumerate(values) if value in problems}
        for place, problem in wrong.items():
            yield RowFault(place, field.name, problem)


def problem_of(field: Field[Any, Any], value: Any) -> str:
    """Why the field takes no such value; empty if it does."""
    if value is None and not field.null:
        return "is missing"
    if value in field.empty_values and not (value == "" and _has_own_rule(field)):
        return ""
    try:
        _require_storable(field, value)
        field.validate(value, None)  # what it belongs to is not asked for
        field.run_validators(value)
    except ValidationError as error:
        return " ".join(" ".join(error.messages).split())
    return ""


def _has_own_rule(field: Field[Any, Any]) -> bool:
    return any(not isinstance(rule, MaxLengthValidator) for rule in field.validators)


def _against_rule(place: int, row: Model) -> Iterator[RowFault]:
    """What the model says of its fields together."""
    try:
        row.clean()
    except ValidationError as error:
        for name, problems in error.message_dict.items():
            yield RowFault(place, name, " ".join(problems))


def _require_storable(field: Field[Any, Any], value: Any) -> None:
    """Raise ValidationError for what one of the databases, or a page, cannot take."""
    if isinstance(value, str):
        _require_text(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValidationError(f"expected a finite number, got {value}")
    elif isinstance(field, DateField) and isinstance(value, date):
        validate_day(value)
    elif isinstance(field, IntegerField):
        least, most = RANGES[field.get_internal_type()]
        if not least <= value <= most:
            raise ValidationError(f"expected {least} to {most}, got {value}")
    elif isinstance(field, JSONField):
        _require_text(json.dumps(value, ensure_ascii=False).replace("\\\\", "").replace("\\u0000", "\0"))


def _require_text(value: str) -> None:
    if "\0" in value:
        raise ValidationError("contains a NUL character")
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise ValidationError("contains half a surrogate pair")

"""Stores the rows of an archive, table by table, references turned into this database's keys."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Field, Model

from annotator.models import Seat, User
from archive.restoring.services.files import StoredFiles, export_path
from archive.restoring.services.jobs import JOB_KINDS, job_values, restored_job
from archive.restoring.services.names import FreshNames
from archive.tables.file import ArchiveReader
from archive.tables.selectors.rows import Places, referred_models
from archive.tables.selectors.tables import TABLES, ArchivedTable
from benchmark.models import Run, RunKind
from consensus.models import Export
from moments.base.errors import BadInput
from moments.database.row_checks import RowChecks
from moments.models import Campaign, Clip, ClipPart, ClipState, Illustration, JobState, Poster

AT_ONCE = 1000
NOT_KEPT = "its bytes were not in the archive"
REFUSED = (IntegrityError, DataError)
UNFIT = (*REFUSED, ValidationError, ValueError, TypeError, LookupError, AttributeError, OverflowError, ArithmeticError)
Values = dict[str, Any]


@dataclass
class Restoring:
    """What the rows of one restore need: the new slug, people in the archive's order, files, names."""

    slug: str
    people: list[User]
    stored: StoredFiles
    names: FreshNames
    places: Places = field(default_factory=Places)
    unready: int = 0


class UnfitRow(Exception):
    """A row that cannot be stored, by its place in its table and the field where one is known."""

    def __init__(self, place: int, field: str, problem: object) -> None:
        where = f"row {place}, {field}" if field else f"row {place}"
        super().__init__(f"{where}: {_one_line(problem)}")


def restore_rows(archive: ArchiveReader, restoring: Restoring, advance: Callable[[int], None]) -> None:
    """Every row of every table; raises BadInput naming table, row and field of the first that cannot be stored."""
    referred = referred_models()
    for table in TABLES:
        columns, rows = archive.table(table.name)
        decoders = [(name, _decoder(table, name, restoring)) for name in columns]
        made, checks = _instances(table, decoders, rows, restoring), RowChecks(table.model)
        try:
            while chunk := list(islice(made, AT_ONCE)):
                _require_sound(checks, chunk)
                if table.model is Seat:
                    _draw_taken_ids([instance for _, instance in chunk])
                for key in _stored(table, chunk):
                    if table.model in referred:
                        restoring.places.add(table.model, key)
                advance(len(chunk))
        except UnfitRow as unfit:
            raise BadInput(f"{archive.path}: {table.name} cannot be stored here: {unfit}") from unfit


def _require_sound(checks: RowChecks, chunk: list[tuple[int, Model]]) -> None:
    for fault in checks.faults([instance for _, instance in chunk]):
        raise UnfitRow(chunk[fault.place][0], fault.field, fault.problem)


def _stored(table: ArchivedTable, chunk: list[tuple[int, Model]]) -> list[int]:
    """The keys of the rows; where the database refuses them, UnfitRow names the first that it refuses."""
    rows = table.model._default_manager
    try:
        with transaction.atomic():
            return [instance.pk for instance in rows.bulk_create([instance for _, instance in chunk])]
    except UNFIT as error:
        for place, instance in chunk:
            instance.pk = None
            try:
                with transaction.atomic():
                    rows.bulk_create([instance])
            except UNFIT as refused:
                raise UnfitRow(place, "", refused) from refused
        raise UnfitRow(chunk[0][0], "", error) from error


def _instances(
    table: ArchivedTable,
    decoders: list[tuple[str, Callable[[Values, Any], None]]],
    rows: Iterator[list[Any]],
    restoring: Restoring,
) -> Iterator[tuple[int, Model]]:
    """Each row's place, and the row."""
    settle = _SETTLED.get(table.model)
    for place, row in enumerate(rows, start=1):
        values: Values = {}
        name = ""
        try:
            if not isinstance(row, list) or len(row) != len(decoders):
                raise ValueError(f"expected {len(decoders)} values, one for each column")
            for (name, decode), value in zip(decoders, row, strict=True):  # noqa: B007  # named where it fails
                decode(values, value)
            name = ""
            wanted = settle is None or settle(values, place, restoring)
            if wanted and table.model in JOB_KINDS:
                values["job_id"] = restored_job(table.model, values).pk
            instance = table.model(**values) if wanted else None
        except UNFIT as error:
            raise UnfitRow(place, name, error) from error
        if instance is not None:
            yield place, instance


def _one_line(problem: object) -> str:
    text = " ".join(problem.messages) if isinstance(problem, ValidationError) else str(problem)
    return " ".join(text.split())[:300]


def _decoder(table: ArchivedTable, name: str, restoring: Restoring) -> Callable[[Values, Any], None]:
    if name == "job" or name in table.former:
        return lambda values, value: values.update({name: value})
    column: Field[Any, Any] = next(column for column in table.fields if column.name == name)
    key, model = column.attname, column.related_model

    def account(values: Values, value: Any) -> None:
        if value < 1:
            raise IndexError(value)
        values[key] = restoring.people[value - 1].pk

    def reference(values: Values, value: Any) -> None:
        values[key] = None if value is None else restoring.places.key(model, value)  # type: ignore[arg-type]

    def plain(values: Values, value: Any) -> None:
        values[key] = None if value is None else column.to_python(value)

    if model is User:
        return account
    return plain if model is None else reference


def _draw_taken_ids(seats: list[Any]) -> None:
    """Beside the campaign that it is a copy of, a seat gets another public id: one seat, one id."""
    ids = [seat.public_id for seat in seats]
    taken = set(Seat.objects.filter(public_id__in=ids).values_list("public_id", flat=True))
    for seat in seats:
        if seat.public_id in taken:
            seat.public_id = uuid.uuid4()


def _campaign(values: Values, place: int, restoring: Restoring) -> bool:
    values["slug"] = restoring.slug
    return True


def _clip(values: Values, place: int, restoring: Restoring) -> bool:
    found = restoring.stored.found.get(("clips", place))
    values["key"] = found or restoring.names.name("clips", place)
    whole = restoring.stored.is_there("clips", place) and place not in restoring.stored.incomplete
    if values["state"] == ClipState.READY and not whole:
        values["state"], values["reason"] = ClipState.PENDING, NOT_KEPT
        restoring.unready += 1
    return True


def _part(values: Values, place: int, restoring: Restoring) -> bool:
    """A part of a clip that is not ready is none; it is made again with the clip."""
    found = restoring.stored.found.get(("parts", place))
    values["key"] = found or restoring.names.name("parts", place)
    return Clip.objects.filter(pk=values["clip_id"], state=ClipState.READY).exists()


def _poster(values: Values, place: int, restoring: Restoring) -> bool:
    """A poster without its bytes is none; it is made again with the clips."""
    found = restoring.stored.found.get(("posters", place))
    values["key"] = found or restoring.names.name("posters", place)
    return restoring.stored.is_there("posters", place)


def _illustration(values: Values, place: int, restoring: Restoring) -> bool:
    """Without its bytes it stays, as texts name it, and people read its description."""
    values["key"] = restoring.names.name("illustrations", place)
    return True


def _export(values: Values, place: int, restoring: Restoring) -> bool:
    job = job_values(Export, values)
    if job["state"] == JobState.DONE and restoring.stored.has("exports", place):
        values["path"] = str(export_path(restoring.slug, values["number"]))
    elif job["state"] == JobState.DONE:
        job |= {"state": JobState.FAILED, "reason": NOT_KEPT}
    return True


def _run(values: Values, place: int, restoring: Restoring) -> bool:
    if values["kind"] == RunKind.UPLOADED:
        values["stored"] = restoring.names.name("runs", place)
    return True


_SETTLED: dict[type[Model], Callable[[Values, int, Restoring], bool]] = {
    Campaign: _campaign,
    Clip: _clip,
    ClipPart: _part,
    Poster: _poster,
    Illustration: _illustration,
    Export: _export,
    Run: _run,
}

"""Reads a campaign's rows as an archive keeps them: references as places in other tables, values as JSON has them."""

from __future__ import annotations

import base64
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.db.models import BinaryField, DateField, DateTimeField, DecimalField, Field, Model, UUIDField

from annotator.models import Membership, User
from archive.tables.selectors.tables import TABLES, ArchivedTable
from moments.base.errors import BadInput
from moments.models import Campaign, Job, JobState

AT_ONCE = 2000
PEOPLE = "people"
PEOPLE_COLUMNS = ["worker_id", "password", "is_active", "created_at"]


class Places:
    """Which place, from 1, a row has among its table's rows; eight bytes a row."""

    def __init__(self) -> None:
        self._keys: dict[type[Model], array[int]] = {}

    def add(self, model: type[Model], key: int) -> None:
        """The table's next row; keys grow."""
        self._keys.setdefault(model, array("q")).append(key)

    def place(self, model: type[Model], key: int) -> int:
        """The place of the row of that key; raises BadInput for a row that is not the campaign's."""
        keys = self._keys.get(model, array("q"))
        found = bisect_left(keys, key)
        if found == len(keys) or keys[found] != key:
            raise BadInput(f"a row refers to {model._meta.verbose_name} {key}, which does not belong to this campaign")
        return found + 1

    def key(self, model: type[Model], place: int) -> int:
        """The key of the row in that place; raises IndexError if there is none."""
        if place < 1:
            raise IndexError(place)
        return self._keys[model][place - 1]


def referred_models() -> set[type[Any]]:
    """The models whose rows others refer to."""
    related: Any = [field.related_model for table in TABLES for field in table.fields if field.remote_field is not None]
    return set(related)


def people_rows(campaign: Campaign, *, passwords: bool) -> Iterator[list[Any]]:
    """The accounts of the members, in their order."""
    members = Membership.objects.filter(campaign=campaign).order_by("pk")
    columns = members.values_list("user__username", "user__password", "user__is_active", "user__created_at")
    for worker_id, password, is_active, created_at in columns.iterator(chunk_size=AT_ONCE):
        yield [worker_id, password if passwords else "", is_active, _moment(created_at)]


def table_rows(table: ArchivedTable, campaign: Campaign, places: Places) -> Iterator[list[Any]]:
    """The rows of a table; `places` holds those of earlier tables and takes these."""
    encoders = [_encoder(field, places, campaign) for field in table.fields]
    names = [field.attname for field in table.fields]
    referred = table.model in referred_models()
    for key, *values in table.rows(campaign).values_list("pk", *names).iterator(chunk_size=AT_ONCE):
        if referred:
            places.add(table.model, key)
        yield [None if value is None else code(value) for code, value in zip(encoders, values, strict=True)]


def _encoder(field: Field[Any, Any], places: Places, campaign: Campaign) -> Callable[[Any], Any]:
    if field.related_model is User:
        return _AccountPlaces()
    if field.related_model is Job:
        return {job.pk: _ended(job) for job in campaign.jobs.all()}.__getitem__
    if field.remote_field is not None:
        model: Any = field.related_model
        return lambda value: places.place(model, value)
    for kind, code in _BY_FIELD:
        if isinstance(field, kind):
            return code
    return _as_it_is


class _AccountPlaces:
    """A membership's account has the membership's place: each account is a member once."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self, value: int) -> int:
        self._last += 1
        return self._last


def _ended(job: Job) -> dict[str, Any]:
    """What became of a job; one that is under way waits elsewhere."""
    state = JobState.WAITING if job.is_live else job.state
    finished_at = None if job.finished_at is None else _moment(job.finished_at)
    ended = {"actor": job.actor, "ordered_at": _moment(job.ordered_at), "finished_at": finished_at}
    return {**ended, "state": str(state), "reason": "" if job.is_live else job.reason}


def _moment(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="microseconds")


def _as_it_is(value: Any) -> Any:
    return value


_BY_FIELD: tuple[tuple[type[Field[Any, Any]], Callable[[Any], Any]], ...] = (
    (DateTimeField, _moment),
    (DateField, lambda value: value.isoformat()),
    (DecimalField, str),
    (UUIDField, str),
    (BinaryField, lambda value: base64.b64encode(bytes(value)).decode()),
)

"""Makes an archived campaign again: all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotator.people.services.resets import end_reset_links
from annotator.seats.services.parting import part_campaign
from archive.restoring.services.files import store_files
from archive.restoring.services.names import fresh_names
from archive.restoring.services.people import refuse_seated_admins, restore_people
from archive.restoring.services.rows import Restoring, restore_rows
from archive.tables.file import ArchiveError, ArchiveReader, read_archive
from archive.tables.selectors.files import STORED_TABLES
from archive.tables.selectors.tables import TABLES
from archive.writing.services import applied_migrations
from moments.base.errors import BadInput
from moments.campaign.services import SLUG, store_levels
from moments.ledger.chain import Link, chain_breaches
from moments.models import Campaign, ScaleLevel
from moments.scale import PUBLISHED

LINK = [*Link.__dataclass_fields__]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was made; `unready` counts clips whose bytes are neither in the archive nor in the storage."""

    campaign: Campaign
    people: int
    new_accounts: int
    unready: int


@dataclass(frozen=True, slots=True)
class Heard:
    """Who hears of bytes, of rows, and of the end before it is committed."""

    advance: Callable[[int], None]
    storing: Callable[[int], None]
    ended: Callable[[Restored], None]


def restore_campaign(
    *,
    path: Path,
    slug: str | None = None,
    accounts: Mapping[str, str] | None = None,
    advance: Callable[[int], None] = lambda done: None,
    storing: Callable[[int], None] | None = None,
    ended: Callable[[Restored], None] = lambda restored: None,
) -> Restored:
    """The campaign of the archive, under its own slug or another.

    `advance` gets bytes that were checked or stored, and `storing` rows, by default `advance` as well; it is called in
    the transaction of all rows, in which `ended` gets the result before it is committed.

    Raises BadInput, and leaves nothing behind, for a file that is damaged, no archive or of a newer platform, for a
    slug that is taken and worker IDs that are (`restore_people`), and for rows that this database refuses.
    """
    try:
        with read_archive(path) as archive:
            slug = slug or str(archive.manifest.get("campaign"))
            require_slug(slug)
            _require_known(archive)
            archive.verify(advance)
            heard = Heard(advance, storing or advance, ended)
            return _restored(archive, slug, accounts or {}, heard)
    except ArchiveError as error:
        raise BadInput(str(error)) from error


def _restored(archive: ArchiveReader, slug: str, accounts: Mapping[str, str], heard: Heard) -> Restored:
    counts = {kind: archive.rows(model._meta.label_lower) for kind, model in STORED_TABLES.items()}
    with fresh_names(counts, slug) as names:
        stored = store_files(archive, slug, names, heard.advance)
        try:
            with transaction.atomic():
                people, new = restore_people(archive, accounts)
                restoring = Restoring(slug, people, stored, names)
                restore_rows(archive, restoring, heard.storing)
                campaign = Campaign.objects.get(slug=slug)
                _require_levels(archive, campaign)
                part_campaign(campaign)
                refuse_seated_admins(campaign)
                end_reset_links(people=[person.pk for person in people], now=timezone.now())
                _require_chain(archive, campaign)
                restored = Restored(campaign, len(people), new, restoring.unready)
                heard.ended(restored)
        except IntegrityError as error:  # somebody took the name in the meantime
            raise BadInput(f"{archive.path}: cannot be stored here: {' '.join(str(error).split())}") from error
    return restored


def require_slug(slug: str) -> None:
    """Raise BadInput for a slug that cannot be or is taken."""
    if not SLUG.fullmatch(slug):
        raise BadInput(f"slug {slug!r}: use 1 to 60 of a–z, 0–9 and -")
    if Campaign.objects.filter(slug=slug).exists():
        raise BadInput(f"campaign {slug!r} already exists", remedy="slug")


def _require_known(archive: ArchiveReader) -> None:
    """Refuse what a newer platform wrote: migrations, tables or columns that are unknown here."""
    newer = [
        f"{app}.{name}"
        for app, name in archive.manifest.get("migrations", {}).items()
        if name > applied_migrations().get(app, "")
    ]
    known = {table.name: {*table.former, *(field.name for field in table.fields)} for table in TABLES}
    for entry in archive.entries:
        table = entry.removeprefix("tables/").removesuffix(".jsonl")
        if entry.startswith("tables/") and "." in table:
            columns, _ = archive.table(table)
            newer += (
                [table] if table not in known else sorted(f"{table}.{name}" for name in set(columns) - known[table])
            )
    if newer:
        raise BadInput(
            f"{archive.path}: was written by a newer version of the platform ({newer[0]} is unknown here); upgrade "
            "this one"
        )


def _require_levels(archive: ArchiveReader, campaign: Campaign) -> None:
    """Each level of the scale has a name; archives from before there were scales are of the published one."""
    if not archive.table(ScaleLevel._meta.label_lower)[0]:
        store_levels(campaign, PUBLISHED)
    if campaign.levels.count() != campaign.scale.count:
        raise BadInput(f"{archive.path}: cannot be stored here: not every level of the scale has a name")


def _require_chain(archive: ArchiveReader, campaign: Campaign) -> None:
    """The ledger as stored here must be the one that the manifest names."""
    head = archive.manifest.get("ledger", {})
    links = (Link(*row) for row in campaign.ledger.order_by("number").values_list(*LINK).iterator(chunk_size=2000))
    if breach := next(chain_breaches(links, length=head.get("length"), head=head.get("hash")), None):
        raise BadInput(f"{archive.path}: is damaged: {breach}")

"""croissant.json of an export: its files and their columns as machine-readable metadata (Croissant 1.0)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from consensus.export.cards.citation import bibtex, creator_names
from consensus.export.cards.facts import Facts
from consensus.export.folder import Folder
from consensus.export.formats.adjudicated import ADJUDICATED
from consensus.export.formats.croissant_columns import COLUMNS
from consensus.export.formats.export_format import GRADE, LABEL_COLUMNS, Table
from consensus.export.formats.raw import DETAILS, UNJUDGED
from consensus.export.formats.registry import FORMATS_BY_KIND, written_tables
from consensus.export.marking.marking_format import MARK
from consensus.export.twins.twin_format import TWIN
from consensus.labels.marked_rows import Unanswered
from consensus.labels.rows import ScoreDetail, Unjudged
from consensus.labels.twin_rows import DroppedMoment

CROISSANT = "croissant.json"
REPEATED = ("timestamp", "condition_timestamp", "rewrites")
CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
TERMS = (
    "citeAs column conformsTo data dataType examples extract field fileProperty fileObject fileSet format includes "
    "isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate "
    "separator source subField transform"
)
MEDIA_TYPES = {
    ".json": "application/json",
    ".jsonl": "application/jsonlines",
    ".md": "text/markdown",
}
# What every export holds beside its formats; described where it has rows.
ALWAYS = {
    GRADE: (
        Table("unjudged", UNJUDGED, Unjudged._fields),
        Table("adjudicated", ADJUDICATED, (*LABEL_COLUMNS, "actor", "reason")),
        Table("score_details", DETAILS, ScoreDetail._fields),
    ),
    MARK: (Table("unjudged", UNJUDGED, Unanswered._fields),),
    TWIN: (Table("unjudged", UNJUDGED, DroppedMoment._fields),),
}
SUBJECTS = {
    GRADE: "graded relevance of video moments to text queries",
    MARK: "questions about long videos and the segments that answer them",
    TWIN: "clips that play forwards and backwards, with captions that tell them apart",
}


def write_croissant(folder: Folder, facts: Facts, splits: list[str]) -> None:
    """`croissant.json`, with the checksum of every file written before it."""
    files = folder.files()
    stated = facts.stated
    document: dict[str, Any] = {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": facts.slug,
        "description": stated.description or f"{facts.title}: {SUBJECTS[facts.kind]}.",
        "url": stated.homepage,
        "license": stated.licence_url or _licence(stated.licence),
        "version": stated.version,
        "datePublished": stated.published_on,
        "citeAs": stated.citation or (bibtex(facts.slug, facts.title, stated) if stated.creators else ""),
        "creator": [{"@type": "sc:Person", "name": name} for name in creator_names(stated)],
        "distribution": _distribution(files, facts.kind),
        "recordSet": list(_record_sets(folder, splits, facts.kind, facts.reach)),
    }
    filled = {key: value for key, value in document.items() if value not in ("", [])}
    folder.write(CROISSANT, json.dumps(filled, ensure_ascii=False, indent=2) + "\n")


def _context() -> dict[str, Any]:
    return {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "sc": "https://schema.org/",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "dct": "http://purl.org/dc/terms/",
        **{term: f"cr:{term}" for term in TERMS.split()},
        "conformsTo": "dct:conformsTo",
        "data": {"@id": "cr:data", "@type": "@json"},
        "examples": {"@id": "cr:examples", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    }


def _licence(licence: str) -> str:
    """An SPDX identifier as its address; other names as they are."""
    is_identifier = bool(licence) and licence.isascii() and not set(licence) - set(_IDENTIFIER)
    return f"https://spdx.org/licenses/{licence}.html" if is_identifier else licence


_IDENTIFIER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-+"


def _distribution(files: Mapping[str, Mapping[str, object]], kind: str) -> list[dict[str, Any]]:
    media_types = dict(MEDIA_TYPES)
    for one in FORMATS_BY_KIND[kind].values():
        media_types |= one.media_types
    return [
        {
            "@type": "cr:FileObject",
            "@id": name,
            "name": name,
            "contentUrl": name,
            "contentSize": f"{described['bytes']} B",
            "encodingFormat": media_types.get(f".{name.rpartition('.')[2]}", "text/plain"),
            "sha256": described["sha256"],
        }
        for name, described in files.items()
    ]


def _record_sets(folder: Folder, splits: list[str], kind: str, reach: str) -> Iterator[dict[str, Any]]:
    """What the formats describe, the labels split by split; pairs unjudged or adjudicated."""
    always = (table for table in ALWAYS[kind] if folder.rows.get(table.file))
    for table in [*written_tables(folder.rows, splits, kind), *always]:
        for split in splits if "{}" in table.records else [""]:
            name, file = table.records.format(split), table.file.format(split)
            yield {
                "@type": "cr:RecordSet",
                "@id": name,
                "name": name,
                "field": [_field(name, file, column, reach) for column in table.columns],
            }


def _field(record_set: str, file: str, column: str, reach: str) -> dict[str, Any]:
    data_type, description = COLUMNS[column]
    description = description.replace("{reach}", reach[:1].upper() + reach[1:])
    as_text = column == "timestamp" and file.endswith(".csv")
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{record_set}/{column}",
        "name": column,
        "description": description + (" A JSON array." if as_text else ""),
        "dataType": "sc:Text" if as_text else data_type,
        "source": {
            "fileObject": {"@id": file},
            "extract": {"jsonPath": f"$[*].{column}"} if file.endswith(".json") else {"column": column},
        },
    }
    if column in REPEATED and not as_text:
        field["repeated"] = True
    return field

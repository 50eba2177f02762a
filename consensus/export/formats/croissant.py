"""croissant.json of an export: its files and their columns as machine-readable metadata (Croissant 1.0)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from consensus.export.folder import Folder
from consensus.export.formats.adjudicated import ADJUDICATED
from consensus.export.formats.export_format import LABEL_COLUMNS, Table
from consensus.export.formats.facts import Facts
from consensus.export.formats.raw import UNJUDGED
from consensus.export.formats.registry import FORMATS, written_tables
from consensus.labels.rows import Unjudged

CROISSANT = "croissant.json"
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
COLUMNS = {
    "pair_id": ("sc:Integer", "The pair's number, the same in every file."),
    "query_id": ("sc:Integer", "The query's number."),
    "query": ("sc:Text", "The query's text."),
    "video_name": ("sc:Text", "The source video."),
    "timestamp": ("sc:Float", "The moment's start and end in its video, in seconds."),
    "duration": ("sc:Float", "The video's length in seconds."),
    "caption": ("sc:Text", "The moment's caption."),
    "similarity": ("sc:Float", "The similarity by which the moment became a candidate."),
    "worker": ("sc:Text", "The pseudonym of the person who scored."),
    "relevance": ("sc:Integer", "From 0 (irrelevant) to 4 (perfect match)."),
    "split": ("sc:Text", "The query's split."),
    "outcome": ("sc:Text", "Discarded by the rule or withdrawn by a lead."),
    "reason": ("sc:Text", "Why the pair has no label, or why a lead gave it that relevance."),
    "actor": ("sc:Text", "The pseudonym of the lead who gave the relevance."),
}
# What every export holds beside its formats; described where it has rows.
ALWAYS = (
    Table("unjudged", UNJUDGED, Unjudged._fields),
    Table("adjudicated", ADJUDICATED, (*LABEL_COLUMNS, "actor", "reason")),
)


def write_croissant(folder: Folder, facts: Facts, splits: list[str]) -> None:
    """`croissant.json`, with the checksum of every file written before it."""
    files = folder.files()
    stated = facts.stated
    creators = filter(None, map(str.strip, stated.creators.split(";")))
    document: dict[str, Any] = {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": facts.slug,
        "description": stated.description or f"{facts.title}: graded relevance of video moments to text queries.",
        "url": stated.homepage,
        "license": stated.licence_url or _licence(stated.licence),
        "version": stated.version,
        "datePublished": stated.published_on,
        "citeAs": stated.citation,
        "creator": [{"@type": "sc:Person", "name": name} for name in creators],
        "distribution": _distribution(files),
        "recordSet": list(_record_sets(folder, splits)),
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


def _distribution(files: Mapping[str, Mapping[str, object]]) -> list[dict[str, Any]]:
    media_types = MEDIA_TYPES | {suffix: kind for one in FORMATS.values() for suffix, kind in one.media_types.items()}
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


def _record_sets(folder: Folder, splits: list[str]) -> Iterator[dict[str, Any]]:
    """What the formats describe, the labels split by split; pairs unjudged or adjudicated."""
    for table in [*written_tables(folder.rows, splits), *(table for table in ALWAYS if folder.rows.get(table.file))]:
        for split in splits if "{}" in table.records else [""]:
            name, file = table.records.format(split), table.file.format(split)
            yield {
                "@type": "cr:RecordSet",
                "@id": name,
                "name": name,
                "field": [_field(name, file, column) for column in table.columns],
            }


def _field(record_set: str, file: str, column: str) -> dict[str, Any]:
    data_type, description = COLUMNS[column]
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
    if column == "timestamp" and not as_text:
        field["repeated"] = True
    return field

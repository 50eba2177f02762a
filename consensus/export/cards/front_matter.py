"""The YAML in front of a dataset card, as dataset hubs read it: licence, and which files are which split."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from consensus.export.cards.facts import Facts
from consensus.export.formats.export_format import GRADE, LABELS
from consensus.export.formats.registry import written_tables
from consensus.export.marking.marking_format import MARK, TRUTHS
from consensus.export.twins.twin_format import TWIN, TWINS

TAGS = {GRADE: "graded relevance", MARK: "long videos", TWIN: "reversed videos"}
RECORDS = {GRADE: LABELS, MARK: TRUTHS, TWIN: TWINS}
UNQUOTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
# Identifiers that hubs know, by SPDX; anything else is named as "other".
KNOWN_LICENCES = {
    name.lower(): name.lower()
    for name in (
        "CC0-1.0",
        "CC-BY-4.0",
        "CC-BY-SA-4.0",
        "CC-BY-NC-4.0",
        "CC-BY-NC-SA-4.0",
        "CC-BY-ND-4.0",
        "CC-BY-NC-ND-4.0",
        "CC-BY-3.0",
        "MIT",
        "Apache-2.0",
        "BSD-3-Clause",
        "ODbL",
        "PDDL",
    )
}


def front_matter(facts: Facts, rows: Mapping[str, int], splits: list[str]) -> str:
    """The block between the lines of dashes, these included."""
    return "\n".join(["---", *_about(facts), *_configs(rows, splits, facts.kind), "---", ""])


def yaml_text(text: str) -> str:
    """The text as a double-quoted YAML scalar."""
    escaped = json.dumps(text, ensure_ascii=False)
    return UNQUOTABLE.sub(lambda sign: f"\\u{ord(sign.group()):04x}", escaped)


def _about(facts: Facts) -> Iterator[str]:
    yield f"pretty_name: {yaml_text(facts.title)}"
    licence = facts.stated.licence
    known = KNOWN_LICENCES.get(licence.lower())
    if not licence:
        yield "license: unknown"
    elif known:
        yield f"license: {known}"
    else:
        yield "license: other"
        yield f"license_name: {yaml_text(licence)}"
        if facts.stated.licence_url:
            yield f"license_link: {yaml_text(facts.stated.licence_url)}"
    yield f'tags:\n- "video"\n- "moment retrieval"\n- "information retrieval"\n- "{TAGS[facts.kind]}"'


def _configs(rows: Mapping[str, int], splits: list[str], kind: str) -> Iterator[str]:
    """The labels or truths in one format, as hubs read files of one kind from one folder."""
    records = RECORDS[kind]
    pattern = next((table.file for table in written_tables(rows, splits, kind) if table.records == records), "")
    if not pattern:
        return
    yield f"configs:\n- config_name: {records.removesuffix('_{}')}\n  default: true\n  data_files:"
    for split in splits:
        yield f"  - split: {split}\n    path: {yaml_text(pattern.format(split))}"

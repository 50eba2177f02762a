"""The report of a campaign that its page shows: the newest that was made there."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404

from consensus.export.folder import MANIFEST
from consensus.report.drawing import unstyled
from consensus.report.tables import read
from moments.models import Campaign

FOLDER = "reports"
PAGE = "report.html"
FIGURES = "report.json"
FILES = {"figures": re.compile(r"[\w-]+\.(?:svg|png)"), "tables": re.compile(r"[\w-]+\.(?:csv|tex)")}


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as the page draws it: cells are text and whether it is a number, `svgs` take the colour around them.

    `figures` are the names of the drawings' files; a table's files have the section's name.
    """

    name: str
    title: str
    sentence: str
    header: list[tuple[str, bool]]
    rows: list[list[tuple[str, bool]]]
    svgs: list[str]
    figures: list[str]


@dataclass(frozen=True, slots=True)
class MadeReport:
    """A report, when it was made, and what it says of the campaign's state then."""

    made_at: datetime
    notes: list[str]
    sections: list[ShownSection]


def report_folder(campaign: Campaign) -> Path:
    """Where the report lies that the campaign's page shows."""
    return Path(settings.DATA_DIR) / FOLDER / campaign.slug


def made_report(campaign: Campaign) -> MadeReport | None:
    """The report as it lies there; None if none was made."""
    folder = report_folder(campaign)
    try:
        stored = json.loads((folder / FIGURES).read_text(encoding="utf-8"))
        made_at = datetime.fromtimestamp((folder / MANIFEST).stat().st_mtime, UTC)
        return MadeReport(made_at, stored["notes"], [_section(folder, one) for one in stored["sections"]])
    except FileNotFoundError:
        return None


def report_page_file(campaign: Campaign) -> Path:
    """The one HTML file; raises Http404 if no report was made."""
    path = report_folder(campaign) / PAGE
    if not path.is_file():
        raise Http404("no report has been created")
    return path


def report_file(campaign: Campaign, folder: str, name: str) -> Path:
    """A figure (SVG, PNG) or table (CSV, LaTeX) of the report; raises Http404 for what is none of them."""
    path = report_folder(campaign) / folder / name
    if folder not in FILES or not FILES[folder].fullmatch(name) or not path.is_file():
        raise Http404("the report has no such file")
    return path


def _section(folder: Path, stored: dict[str, Any]) -> ShownSection:
    names = [plot["name"] for plot in stored["plots"]]
    rows = [[(read(cell), not isinstance(cell, str)) for cell in row] for row in stored["rows"]]
    first = rows[0] if rows else [("", True)] * len(stored["header"])
    return ShownSection(
        name=stored["name"],
        title=stored["title"],
        sentence=stored["said"],
        header=[(name, number) for name, (_, number) in zip(stored["header"], first, strict=True)],
        rows=rows,
        figures=names,
        svgs=[unstyled((folder / f"figures/{name}.svg").read_text(encoding="utf-8")) for name in names],
    )

"""`export_labels`: the dataset."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings

from consensus.export.formats.registry import FORMATS, FORMATS_BY_KIND, MARKING_FORMATS, usual_names
from consensus.export.services.exporting import export_labels
from consensus.export.services.history import FOLDER
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Exports labels."""

    help = (
        "Write the campaign's dataset to a folder: labels or true segments, raw scores or markings, what is unjudged, "
        "a dataset card and a manifest with checksums (docs/export.md). The folder is written completely or not at "
        "all, and replaces only an earlier export."
    )
    reports = True
    remedies = {"out": "; --out takes a folder", "partial": "; --partial exports what is decided"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to, in which formats, and whether an unfinished campaign will do."""
        super().add_arguments(parser)
        parser.add_argument("--out", type=Path, required=True, metavar="DIR")
        graded, marked = (
            f"any of {','.join(formats)}, comma-separated (default: {','.join(usual_names(formats))})"
            for formats in (FORMATS, MARKING_FORMATS)
        )
        parser.add_argument("--formats", help=f"{graded}; in a campaign that marks, {marked}")
        parser.add_argument(
            "--partial", action="store_true", help="export an unfinished campaign with what is decided so far"
        )

    def run(self, **options: Any) -> None:
        """Write it and say what it holds."""
        history = (settings.DATA_DIR / FOLDER).resolve()
        if options["out"].resolve().is_relative_to(history):
            raise BadInput(f"{options['out']}: belongs to the platform's own history of exports; name another folder")
        named = options["formats"]
        formats = [name.strip() for name in (named or "").split(",") if name.strip()]
        if named is None:
            formats = usual_names(FORMATS_BY_KIND[self.campaign.kind])
        exported = export_labels(
            campaign=self.campaign, out=options["out"], formats=formats, partial=options["partial"]
        )
        self.report({"folder": str(exported.folder), **exported.rows}, as_json=options["json"])

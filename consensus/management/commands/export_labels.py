"""`export_labels`: the dataset."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings

from consensus.export.formats.registry import FORMATS_BY_KIND, NAMES_OF_KINDS, usual_names
from consensus.export.pool_clips.kept import KeptClips
from consensus.export.services.exporting import Exported, export_labels
from consensus.export.services.history import FOLDER
from consensus.export.services.pool_clips import ClipsOrder, PoolCut
from consensus.export.services.with_clips import export_with_clips
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.services.video_sources import source_named
from moments.management.command import Advance, ReelevanceCommand


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
        formats_help = "; ".join(
            f"in {NAMES_OF_KINDS[kind]}, any of {','.join(formats)}, comma-separated "
            f"(default: {','.join(usual_names(formats))})"
            for kind, formats in FORMATS_BY_KIND.items()
        )
        parser.add_argument("--formats", help=formats_help)
        parser.add_argument(
            "--partial", action="store_true", help="export an unfinished campaign with what is decided so far"
        )
        parser.add_argument(
            "--clips-from",
            metavar="SOURCE",
            help="in a marking campaign, also cut every clip of the pools from the videos in this folder or in "
            "s3://bucket/prefix; after a stop, run it again to continue",
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
        wanted = {"out": options["out"], "formats": formats, "partial": options["partial"]}
        if options["clips_from"] is None:
            exported = export_labels(campaign=self.campaign, **wanted)
        else:
            exported = self._with_clips(options["clips_from"], wanted)
        self.report({"folder": str(exported.folder), **exported.rows}, as_json=options["json"])

    def _with_clips(self, source: str, wanted: dict[str, Any]) -> Exported:
        """Cut clips beside the folder, where they wait if this is stopped, and write it."""
        out = wanted["out"].resolve()
        kept = KeptClips(out.with_name(f".{out.name}.clips"))
        order = ClipsOrder(source_named(source), kept, workers=os.cpu_count() or 1)
        with self.progress(None, "cutting") as advance:
            exported = export_with_clips(
                campaign=self.campaign, order=order, progress=Bar(advance), planned=self._tell_plan, **wanted
            )
        kept.clear()
        return exported

    def _tell_plan(self, cut: PoolCut) -> None:
        if not self.options["json"]:
            self.say(f"{counted(cut.plan.clips, 'clip')} of {cut.total} to cut, {cut.plan.needs_in_words}")


class Bar:
    """Shows a progress bar how many clips are cut."""

    def __init__(self, advance: Advance) -> None:
        self._advance, self._done = advance, 0

    def begin(self, total: int, *, done: int = 0) -> None:
        """There are so many, some of them from before."""
        self.advance(done)

    def advance(self, done: int) -> None:
        """So many are cut now."""
        self._advance(done - self._done)
        self._done = done

    def look(self) -> None:
        """The work goes on."""

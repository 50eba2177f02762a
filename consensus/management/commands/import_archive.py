"""`import_archive`: scores given elsewhere, as a campaign on which reports, what-if and exports work."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from consensus.export.zip_file import sha256_of
from consensus.imported.files import GivenFile, read_archive
from consensus.imported.label_studio import KEYS, TaskTerms, terms_from
from consensus.imported.services.importing import Origin, import_archive
from evaluation.scale import Scale
from moments.base.errors import BadInput
from moments.corpus.files.query_file import SPLITS
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Imports an archive."""

    help = (
        "Import scores from elsewhere into a campaign in draft, which becomes an archive: the published files "
        "(val.json, "
        "test.json, raw_annotation.csv) or one JSON export of Label Studio. If something is wrong, nothing is "
        "imported. Importing the same files again adds nothing. See docs/importing.md."
    )
    reports = True
    remedies = {"choices": " with --choices", "stand_ins": " with --stand-ins"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, and how to read Label Studio's."""
        super().add_arguments(parser)
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
        parser.add_argument(
            "--split", choices=SPLITS, default="val", help="split for queries whose split no file states (val)"
        )
        parser.add_argument(
            "--stand-ins",
            action="store_true",
            help="import scored pairs that no file describes, with placeholders for their queries and moments",
        )
        label_studio = parser.add_argument_group("Label Studio")
        label_studio.add_argument(
            "--map",
            action="append",
            default=[],
            metavar="OURS=THEIRS",
            help=f"the key in a task's data for one of {', '.join(KEYS)} (default: the same name)",
        )
        label_studio.add_argument("--control", default="", help="name of the control, if there are several")
        label_studio.add_argument(
            "--lowest", type=int, default=0, help="number of the lowest level in the file: 0 or 1"
        )
        choices = "names of the levels of the campaign's scale from 0 up, comma-separated"
        label_studio.add_argument("--choices", default="", help=choices)

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        scale = self.campaign.scale
        terms = _terms(options, scale)
        files = [GivenFile(path, str(path)) for path in options["files"]]
        archive = read_archive(files, terms=terms, scale=scale)
        kept = {"split": options["split"], "stand_ins": options["stand_ins"], **asdict(terms)}
        origin = Origin({file.name: sha256_of(file.path) for file in files}, kept)
        with self.progress(len(archive.described) or len(archive.scores), "pairs") as advance:
            done = import_archive(
                campaign=self.campaign,
                archive=archive,
                origin=origin,
                split=options["split"],
                stand_ins=options["stand_ins"],
                now=self.now(),
                advance=advance,
            )
        if done.worker_twice:
            self.warn(f"pairs with two scores by the same worker: {done.worker_twice}")
        if done.labels_that_differ:
            self.warn(
                f"labels that differ from the rules' verdicts: {done.labels_that_differ}; the rules' verdicts are used"
            )
        self.report(asdict(done), as_json=options["json"])


def _terms(options: dict[str, Any], scale: Scale) -> TaskTerms:
    pairs = {}
    for given in options["map"]:
        ours, equals, theirs = given.partition("=")
        if not equals or not theirs:
            raise BadInput(f"--map: expected OURS=THEIRS, got {given!r}")
        pairs[ours] = theirs
    return terms_from(
        pairs, control=options["control"], lowest=options["lowest"], choices=options["choices"], scale=scale
    )

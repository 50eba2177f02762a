"""`upload_run`: a run from a file on this machine."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmark.models import DocumentKind
from benchmark.runs.services.uploading import SentFile, upload_run
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand

PART_BYTES = 1024 * 1024
ENDINGS = (".json", ".npz", ".trec", ".run", ".txt")


class Command(ReelevanceCommand):
    """Stores a run."""

    help = "Store the run of a system. A worker scores it against the campaign's labels."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file and the name of the run."""
        super().add_arguments(parser)
        parser.add_argument(
            "file",
            type=Path,
            metavar="FILE",
            help="the run, JSON or TREC's lines (docs/measures.md), or .npz (docs/measures-of-twins.md)",
        )
        parser.add_argument("--name", help="name of the run (default: the name of the file)")
        parser.add_argument(
            "--video-corpus", type=Path, metavar="FILE", help="video_corpus.json, for runs by video index"
        )

        parser.add_argument(
            "--documents",
            choices=DocumentKind.values,
            default=DocumentKind.DESC_ID,
            help="what the documents of a TREC run are (default desc_id)",
        )

    def run(self, **options: Any) -> None:
        """Store it and print its number."""
        path, corpus = options["file"], options["video_corpus"]
        run = upload_run(
            campaign=self.campaign,
            name=options["name"] or _plain(path.name),
            file=_sent(path),
            corpus=_sent(corpus) if corpus is not None else None,
            documents=options["documents"],
            actor="command",
            now=self.now(),
        )
        figures = {"run": run.number, "name": run.name, "sha256": run.sha256, "size": run.size}
        self.report(figures, as_json=options["json"])


def _plain(name: str) -> str:
    """The file's name without the endings that runs have."""
    name = name.removesuffix(".gz")
    ending = next((ending for ending in ENDINGS if name.endswith(ending)), "")
    return name.removesuffix(ending)


def _sent(path: Path) -> SentFile:
    if not path.is_file():
        raise BadInput(f"{path}: the file does not exist")
    return SentFile(str(path), _parts(path))


def _parts(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while part := file.read(PART_BYTES):
                yield part
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error

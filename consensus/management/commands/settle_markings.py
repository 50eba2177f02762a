"""`settle_markings`: the truths of a file of markings, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from consensus.rawmarkings.settling import settle_markings_file
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand
from moments.marking_protocol import MarkingProtocol, read_marking_protocol
from moments.protocol import ProtocolError


class Command(ReelevanceCommand):
    """Parses, calls `settle_markings_file`, prints its summary."""

    help = (
        "Settle a JSONL file of markings by the rules M1 to M3 (docs/rules-of-marking.md). Each line has question, "
        "video, duration_ms, role (author, marker or third), worker, and segments or, for a third annotator, answers."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file to read, the file to write, the protocol."""
        parser.add_argument("markings", type=Path, metavar="MARKINGS.jsonl", help="the markings")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the truths to write (JSONL)")
        parser.add_argument("--protocol", type=Path, metavar="FILE", help="a JSON file with keys of the protocol")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def run(self, **options: Any) -> None:
        """Settle the file; bad input is one clear line and exit 1."""
        protocol = MarkingProtocol() if options["protocol"] is None else _protocol_of(options["protocol"])
        summary = settle_markings_file(options["markings"], options["out"], protocol=protocol)
        self.report(asdict(summary), as_json=options["json"])


def _protocol_of(path: Path) -> MarkingProtocol:
    try:
        return read_marking_protocol(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8: {error.reason}") from error
    except ProtocolError as error:
        raise BadInput(f"{path}: {error}") from error

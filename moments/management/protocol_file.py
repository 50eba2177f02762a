"""Reads a protocol file for commands."""

from __future__ import annotations

from pathlib import Path

from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol, read_marking_campaign
from moments.models import CampaignKind
from moments.protocol import Protocol, ProtocolError, read_protocol


def protocol_in(path: Path | None, kind: str) -> tuple[Protocol, MarkingProtocol | None]:
    """The protocol in the file for a campaign of that kind, the default one without a file.

    A campaign that marks has the parameters of marking beside it. Raises BadInput naming file and key.
    """
    try:
        text = "{}" if path is None else path.read_text(encoding="utf-8")
        return read_marking_campaign(text) if kind == CampaignKind.MARK else (read_protocol(text), None)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    except (ProtocolError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{path}: {error}") from error

"""Reads a protocol file for commands."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol, read_marking_campaign
from moments.models import CampaignKind
from moments.protocol import Protocol, ProtocolError, read_protocol
from moments.twin_protocol import TwinProtocol, read_twin_campaign


class ProtocolFile(NamedTuple):
    """What a campaign is created with: the parameters of marking or of twins are only there for campaigns of theirs."""

    protocol: Protocol
    marking: MarkingProtocol | None = None
    twin: TwinProtocol | None = None


def protocol_in(path: Path | None, kind: str) -> ProtocolFile:
    """The protocol in the file for a campaign of that kind, the default one without a file.

    Raises BadInput naming file and key.
    """
    try:
        return _read("{}" if path is None else path.read_text(encoding="utf-8"), kind)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    except (ProtocolError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{path}: {error}") from error


def _read(text: str, kind: str) -> ProtocolFile:
    if kind == CampaignKind.MARK:
        protocol, marking = read_marking_campaign(text)
        return ProtocolFile(protocol, marking=marking)
    if kind == CampaignKind.TWIN:
        protocol, twin = read_twin_campaign(text)
        return ProtocolFile(protocol, twin=twin)
    return ProtocolFile(read_protocol(text))

"""Reads a protocol file for commands."""

from __future__ import annotations

from pathlib import Path

from moments.base.errors import BadInput
from moments.protocol import Protocol, ProtocolError, read_protocol


def protocol_in(path: Path | None) -> Protocol:
    """The file's protocol, the default one without a file; raises BadInput naming file and key."""
    if path is None:
        return Protocol()
    try:
        return read_protocol(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    except (ProtocolError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{path}: {error}") from error

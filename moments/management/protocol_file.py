"""Reads a protocol file for commands."""

from __future__ import annotations

from pathlib import Path

from moments.base.errors import BadInput
from moments.parameters import Parameters, read_parameters
from moments.protocol import ProtocolError


def protocol_in(path: Path | None, kind: str) -> Parameters:
    """The protocol in the file for a campaign of that kind, the default one without a file.

    Raises BadInput naming file and key.
    """
    try:
        return read_parameters("{}" if path is None else path.read_text(encoding="utf-8"), kind)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    except (ProtocolError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{path}: {error}") from error

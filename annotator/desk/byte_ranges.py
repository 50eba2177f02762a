"""Which bytes a Range header asks for (RFC 9110, section 14)."""

from __future__ import annotations

import re

RANGE = re.compile(r"bytes=[ \t]*([0-9]{0,18})-([0-9]{0,18})[ \t]*", re.IGNORECASE)


class Unsatisfiable(Exception):
    """A range that begins behind the end."""


def asked_bytes(header: str | None, size: int) -> range | None:
    """The bytes asked for of `size`, or None if all are to be sent; raises Unsatisfiable.

    A header that is none, malformed, in another unit or of several ranges is left aside, as a server may.
    """
    match = RANGE.fullmatch(header.strip()) if header else None
    if match is None or match[0].count("-") != 1 or not (match[1] or match[2]):
        return None
    if not match[1]:
        start, end = max(0, size - int(match[2])), size  # the last so many
    else:
        start, end = int(match[1]), min(size, int(match[2]) + 1 if match[2] else size)
        if match[2] and int(match[2]) < start:
            return None
    if start >= size or start >= end:
        raise Unsatisfiable
    return range(start, end)

"""JSON texts for files of one object a line, whichever way a reader splits lines."""

from __future__ import annotations

from json.encoder import encode_basestring

ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}
"""Line ends to `str.splitlines` and the like that JSON lets stand in a text; it escapes the others itself."""


def on_one_line(text: str) -> str:
    """The text as a JSON string, the same text to every reader."""
    return encode_basestring(text).translate(ENDS)

"""Keeps the secrets of links, and the tracebacks of refusals, out of the server's log."""

from __future__ import annotations

import logging
import re

from django.core.exceptions import PermissionDenied

SECRET = re.compile(r"(/(?:join|reset)/)[^/\s?\"']+")


class PlainLines(logging.Filter):
    """Lets every record through, without the secret of an invite or of a link to a new password.

    A refusal (403) is an answer like any other, hence one line without a traceback.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record in place."""
        said = record.getMessage()
        masked = SECRET.sub(r"\1***", said)
        if masked != said:
            record.msg, record.args = masked, ()
        if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
            record.exc_info = None
        return True

"""What a line of the log looks like, and what is kept out: secrets of links, tracebacks of refusals, people."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied

from moments.base.log_context import noted_seats, request_id

# No line names the place in the code or the thread, which cost more to find than the rest of a line.
logging._srcfile = None  # as the logging HOWTO of Python says
logging.logThreads = False

SECRET = re.compile(r"(/(?:join|reset)/)[^/\s?\"']+")


class PlainLines(logging.Filter):
    """Lets every record through, without the secret of an invite or of a link to a new password.

    A refusal (403) is an answer like any other, hence one line without a traceback.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record in place."""
        message = record.getMessage()
        masked = SECRET.sub(r"\1***", message) if "/" in message else message
        if masked != message:
            record.msg, record.args = masked, ()
        if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
            record.exc_info = None
        return True


class JsonLine(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and of a request its id and the seats it is about."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON; `extra={"fields": {…}}` adds to it."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if request_id.get():
            line["request"] = request_id.get()
        if noted_seats.get():
            line["seats"] = list(noted_seats.get())
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)

"""JSON objects in one line, made of values that are JSON already, in a fraction of the time of `json.dumps`."""

from __future__ import annotations

from collections.abc import Mapping

from consensus.export.formats.one_line import on_one_line
from consensus.labels.marked_rows import Condition, seconds


def json_object(fields: Mapping[str, str]) -> str:
    """The object whose values are these JSON texts."""
    members = (f'"{name}": {value}' for name, value in fields.items())
    return f"{{{', '.join(members)}}}"


def json_bool(value: bool) -> str:
    """`true` or `false`."""
    return "true" if value else "false"


def condition_json(condition: Condition | None) -> str:
    """`video_name` and `timestamp`: one second of an image, two of a clip; null for a question without."""
    if condition is None:
        return "null"
    times = seconds(condition.segment) if condition.end_ms is not None else [condition.start_ms / 1000]
    return json_object({"video_name": on_one_line(condition.video_name), "timestamp": str(times)})

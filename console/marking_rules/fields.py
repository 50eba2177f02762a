"""The parameters of marking as a form shows them: in which order, with which words, and what was typed as values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args

from moments.base.errors import BadInput
from moments.marking_protocol import Extent, MarkingProtocol, marking_protocol_from
from moments.protocol import Protocol, ProtocolError


@dataclass(frozen=True, slots=True)
class RuleField:
    """A parameter with its words; `choices` are the values to choose from, if it has such."""

    key: str
    label: str
    rule: str
    choices: tuple[str, ...] = ()


RULE_FIELDS = (
    RuleField("gap_ms", "Segments at most this far apart are joined, ms", "M1"),
    RuleField("shortest_ms", "A segment lasts at least, ms", "M1"),
    RuleField("min_iou", "A match agrees from this IoU on, if its edges are close", "M2"),
    RuleField("edge_tolerance_ms", "Edges are close up to this distance, ms", "M2"),
    RuleField("sure_iou", "A match agrees from this IoU on, wherever its edges are", "M2"),
    RuleField("extent", "Edges of what two people agree on", "M2", get_args(Extent)),
    RuleField("grace_s", "An answer can be changed for, s", "R12"),
    RuleField("lease_s", "Work is kept for a person who asks for nothing for, s", "R13"),
)
KEYS = tuple(field.key for field in RULE_FIELDS)
SHARES = ("min_iou", "sure_iou")


def typed_protocols(typed: Mapping[str, str], newest: Protocol) -> tuple[Protocol, MarkingProtocol]:
    """Both protocols as typed; what marking does not use stays as in `newest`.

    Raises BadInput naming the field that is wrong.
    """
    values = {key: _value(key, typed[key]) for key in KEYS}
    own = {one.name for one in fields(MarkingProtocol)}
    try:
        marking = marking_protocol_from({key: value for key, value in values.items() if key in own})
        shared = {key: value for key, value in values.items() if key not in own}
        return Protocol(**(newest.as_dict() | shared)), marking
    except ProtocolError as error:
        raise BadInput(str(error)) from error


def _value(key: str, text: str) -> Any:
    """A whole number, a share or a word."""
    if key == "extent":
        return text
    try:
        number = float(text) if key in SHARES else int(text)
    except ValueError as error:
        raise BadInput(f"expected a {'number' if key in SHARES else 'whole number'}", field=key) from error
    if not math.isfinite(number):
        raise BadInput("expected a number", field=key)
    return number

"""The parameters of both kinds of rules as a form shows them: in which order, with which words, what was typed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args

from moments.base.errors import BadInput
from moments.marking_protocol import Extent, MarkingProtocol, marking_protocol_from
from moments.protocol import Protocol, ProtocolError, Statistic

Protocols = tuple[Protocol, MarkingProtocol | None]


@dataclass(frozen=True, slots=True)
class RuleField:
    """A parameter with its words; `effect` says what another value does, `choices` are values to choose from."""

    key: str
    label: str
    rule: str
    effect: str = ""
    choices: tuple[str, ...] = ()


GRACE = "A longer time lets people correct more, and verdicts come later."
LEASE = "A longer time keeps work with people who have gone home; a shorter one takes it away during a break."
GRADING_FIELDS = (
    RuleField(
        "tolerance",
        "Scores that differ by at most this agree",
        "R3, R5",
        "At 0 only equal scores agree, and many more pairs need two more people. From 2 on, almost nothing is checked.",
    ),
    RuleField(
        "batch_size",
        "Pairs in a batch",
        "R6",
        "A larger batch scores more of each query before anybody decides whether to go on.",
    ),
    RuleField(
        "batches",
        "Batches per query, at most",
        "R6",
        "With 1, no query is extended. With 2, a query that is still relevant at its end gets a second batch.",
        ("1", "2"),
    ),
    RuleField(
        "window",
        "Pairs at the end of a batch that R7 looks at",
        "R7",
        "A longer window is steadier; a shorter one looks at the deepest ranks only.",
    ),
    RuleField(
        "threshold",
        "Extend from this relevance on",
        "R7",
        "A lower value extends more queries and costs more scores; a higher value may stop too early.",
    ),
    RuleField(
        "statistic",
        "What the threshold is compared with",
        "R7",
        "With min every pair of the window has to reach the threshold, so that fewer queries are extended.",
        get_args(Statistic),
    ),
    RuleField("grace_s", "A score can be changed for, s", "R12", GRACE),
    RuleField("lease_s", "Idle work goes to others after, s", "R13", LEASE),
)
RULE_FIELDS = (
    RuleField(
        "gap_ms",
        "Segments at most this far apart are joined, ms",
        "M1",
        "A larger value makes fewer and longer segments.",
    ),
    RuleField("shortest_ms", "A segment lasts at least, ms", "M1", "Shorter segments are refused at the desk."),
    RuleField(
        "min_iou",
        "A match agrees from this IoU on, if its edges are close",
        "M2",
        "A higher value asks a third person more often.",
    ),
    RuleField(
        "edge_tolerance_ms",
        "Edges are close up to this distance, ms",
        "M2",
        "A lower value asks a third person more often, most of all about short segments.",
    ),
    RuleField(
        "sure_iou",
        "A match agrees from this IoU on, wherever its edges are",
        "M2",
        "At 1 the edges always have to be close.",
    ),
    RuleField(
        "extent",
        "Edges of what two people agree on",
        "M2",
        "With outer a truth holds what either of them marked; with mean it lies between.",
        get_args(Extent),
    ),
    RuleField("grace_s", "An answer can be changed for, s", "R12", GRACE),
    RuleField("lease_s", "Idle work goes to others after, s", "R13", LEASE),
)
WORDS = ("extent", "statistic")
NUMBERS = ("min_iou", "sure_iou", "threshold")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a kind of campaign: their page's route, fields, default values, and how typed ones are read."""

    route: str
    fields: tuple[RuleField, ...]
    defaults: Mapping[str, Any]
    read: Callable[[Mapping[str, str], Protocol], Protocols]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the fields."""
        return tuple(field.key for field in self.fields)


def typed_protocols(typed: Mapping[str, str], newest: Protocol) -> Protocols:
    """Both protocols as typed; what marking does not use stays as in `newest`.

    Raises BadInput naming the field that is wrong.
    """
    values = {field.key: _value(field.key, typed[field.key]) for field in RULE_FIELDS}
    own = {one.name for one in fields(MarkingProtocol)}
    try:
        marking = marking_protocol_from({key: value for key, value in values.items() if key in own})
        shared = {key: value for key, value in values.items() if key not in own}
        return Protocol(**(newest.as_dict() | shared)), marking
    except ProtocolError as error:
        raise BadInput(str(error)) from error


def typed_protocol(typed: Mapping[str, str], newest: Protocol) -> Protocols:
    """The protocol of a campaign that grades, as typed; raises BadInput naming the field that is wrong."""
    values = {field.key: _value(field.key, typed[field.key]) for field in GRADING_FIELDS}
    try:
        return Protocol(**(newest.as_dict() | values)), None
    except ProtocolError as error:
        raise BadInput(str(error)) from error


GRADING = Rules("protocol", GRADING_FIELDS, Protocol().as_dict(), typed_protocol)
MARKING = Rules("marking-rules", RULE_FIELDS, Protocol().as_dict() | MarkingProtocol().as_dict(), typed_protocols)


def shown_values(rules: Rules, values: Mapping[str, Any]) -> dict[str, str]:
    """The values of the fields as text."""
    return {key: f"{values[key]:g}" if isinstance(values[key], float) else str(values[key]) for key in rules.keys}


def _value(key: str, text: str) -> Any:
    """A whole number, a number or a word."""
    if key in WORDS:
        return text
    try:
        number = float(text) if key in NUMBERS else int(text)
    except ValueError as error:
        raise BadInput(f"expected a {'number' if key in NUMBERS else 'whole number'}", field=key) from error
    if not math.isfinite(number):
        raise BadInput("expected a number", field=key)
    return number

"""The parameters of the rules of marking (docs/rules-of-marking.md) as one immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from moments.protocol import Protocol, ProtocolError, read_keys, require_integer, require_known, require_number

Extent = Literal["outer", "mean", "mean_of_all"]
LONGEST_GAP_MS = 60_000
LONGEST_SHORTEST_MS = 60_000
WIDEST_TOLERANCE_MS = 60_000
SHARED_KEYS = ("grace_s", "lease_s")  # of every kind of campaign


@dataclass(frozen=True, slots=True)
class MarkingProtocol:
    """The parameters of M1, M2 and M3; times are in milliseconds.

    Segments at most `gap_ms` apart are joined before they are compared. A segment lasts at least `shortest_ms`. Two
    segments agree if their IoU is at least `min_iou` and both edges are within `edge_tolerance_ms`, or if their IoU is
    at least `sure_iou`. What two agree on gets their `outer` edges or the `mean` of them. `mean_of_all` is the mean
    too, and also that of three where a third annotator marked the edges again; simulation comes nearest with it.
    Raises ProtocolError when a value is of the wrong type or out of its range.
    """

    gap_ms: int = 1000
    shortest_ms: int = 200
    min_iou: float = 0.5
    edge_tolerance_ms: int = 2000
    sure_iou: float = 0.9
    extent: Extent = "mean_of_all"

    def __post_init__(self) -> None:
        require_integer("gap_ms", self.gap_ms, 0, LONGEST_GAP_MS)
        require_integer("shortest_ms", self.shortest_ms, 1, LONGEST_SHORTEST_MS)
        _require_share("min_iou", self.min_iou, least=0)
        require_integer("edge_tolerance_ms", self.edge_tolerance_ms, 0, WIDEST_TOLERANCE_MS)
        _require_share("sure_iou", self.sure_iou, least=self.min_iou)
        if self.extent not in get_args(Extent):
            raise ProtocolError(f"extent: expected {' or '.join(get_args(Extent))}, got {self.extent!r}")

    def as_dict(self) -> dict[str, Any]:
        """The protocol file's keys with their values."""
        return asdict(self)


def read_marking_protocol(text: str) -> MarkingProtocol:
    """The protocol that a JSON file's text describes; keys left out keep their default.

    Raises ProtocolError naming the key or the line that is wrong.
    """
    return marking_protocol_from(read_keys(text))


def read_marking_campaign(text: str) -> tuple[Protocol, MarkingProtocol]:
    """Grace and lease, and the parameters of marking, from one JSON file's text; keys left out keep their default.

    Raises ProtocolError naming the key or the line that is wrong.
    """
    values = read_keys(text)
    times = {key: values.pop(key) for key in SHARED_KEYS if key in values}
    for key in values:
        if key not in MarkingProtocol.__dataclass_fields__:
            known = ", ".join((*MarkingProtocol.__dataclass_fields__, *SHARED_KEYS))
            raise ProtocolError(f"{key}: a marking campaign has no such key; expected one of {known}")
    return Protocol(**times), MarkingProtocol(**values)


def marking_protocol_from(values: Mapping[str, Any]) -> MarkingProtocol:
    """The protocol with the given keys; raises ProtocolError for a key that does not exist."""
    require_known(values, MarkingProtocol)
    return MarkingProtocol(**values)


def _require_share(key: str, value: object, *, least: float) -> None:
    require_number(key, value)
    if not (isinstance(value, int | float) and least <= value <= 1):
        raise ProtocolError(f"{key}: expected {least:g} to 1, got {value}")

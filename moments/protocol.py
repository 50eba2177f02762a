"""The parameters of the rules (docs/rules.md) as one immutable value, read and checked in one place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from evaluation.scale import WIDEST, Scale

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Statistic = Literal["mean", "min"]
MOST_IN_A_BATCH = 1000
LONGEST_GRACE_S = 86_400
SHORTEST_LEASE_S, LONGEST_LEASE_S = 60, 30 * 86_400


class ProtocolError(ValueError):
    """A protocol that cannot be used; the message names the key."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """The parameters of R3, R6, R7, R12 and R13; the defaults are the published ones.

    Raises ProtocolError when a value is of the wrong type or out of its range.
    """

    tolerance: int = 1
    batch_size: int = 20
    batches: int = 2
    window: int = 5
    threshold: float = 2.0
    statistic: Statistic = "mean"
    grace_s: int = 60
    lease_s: int = 3600

    def __post_init__(self) -> None:
        require_integer("tolerance", self.tolerance, 0, WIDEST.span)
        require_integer("batch_size", self.batch_size, 1, MOST_IN_A_BATCH)
        require_integer("batches", self.batches, 1, 2)
        require_integer("window", self.window, 1, self.batch_size)
        require_integer("grace_s", self.grace_s, 0, LONGEST_GRACE_S)
        require_integer("lease_s", self.lease_s, SHORTEST_LEASE_S, LONGEST_LEASE_S)
        require_number("threshold", self.threshold)
        if self.threshold not in WIDEST:
            raise ProtocolError(f"threshold: expected {WIDEST}, got {self.threshold}")
        if self.statistic not in get_args(Statistic):
            raise ProtocolError(f"statistic: expected mean or min, got {self.statistic!r}")

    def require_on(self, scale: Scale) -> None:
        """Raise ProtocolError, naming the key, if a scale has no such tolerance or threshold (R3, R7)."""
        if self.tolerance > scale.span:
            raise ProtocolError(f"tolerance: expected 0 to {scale.span}, got {self.tolerance}")
        if self.threshold not in scale:
            raise ProtocolError(f"threshold: expected {scale}, got {self.threshold}")

    def moved(self, before: Scale, after: Scale) -> Protocol:
        """The protocol for a scale of another count: the threshold at the same share, a tolerance below the span.

        A tolerance as wide as the scale would let everybody agree.
        """
        if before.span == after.span:
            return self
        threshold = round(self.threshold * after.span / before.span, 2)
        return replace(self, tolerance=min(self.tolerance, after.span - 1), threshold=threshold)

    @property
    def deepest_rank(self) -> int:
        """The last rank that can ever be scored (R6)."""
        return self.batch_size * self.batches

    def as_dict(self) -> dict[str, Any]:
        """The protocol file's keys with their values."""
        return asdict(self)


def read_protocol(text: str) -> Protocol:
    """The protocol that a JSON file's text describes; keys left out keep their default.

    Raises ProtocolError naming the key or the line that is wrong.
    """
    return protocol_from(read_keys(text))


def protocol_from(values: Mapping[str, Any]) -> Protocol:
    """The protocol with the given keys; raises ProtocolError for a key that does not exist."""
    require_known(values, Protocol)
    return Protocol(**values)


def read_keys(text: str) -> dict[str, Any]:
    """The keys and values of a protocol file's text; raises ProtocolError if it is no JSON object."""
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise ProtocolError(f"line {error.lineno}: not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # an integer of thousands of digits; nested too deep
        raise ProtocolError(f"not JSON: {error}") from error
    if not isinstance(values, dict):
        raise ProtocolError("expected a JSON object of protocol keys")
    return values


def require_known(values: Mapping[str, Any], kind: type[DataclassInstance]) -> None:
    """Raise ProtocolError for a key that this kind of protocol does not have."""
    known = [field.name for field in fields(kind)]
    for key in values:
        if key not in known:
            raise ProtocolError(f"{key}: there is no such key; expected one of {', '.join(known)}")


def require_integer(key: str, value: object, least: int, most: int) -> None:
    """Raise ProtocolError unless the value is an integer in the range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ProtocolError(f"{key}: expected an integer, got {value!r}")
    if not least <= value <= most:
        raise ProtocolError(f"{key}: expected {least} to {most}, got {value}")


def require_number(key: str, value: object) -> None:
    """Raise ProtocolError unless the value is an integer or a decimal number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ProtocolError(f"{key}: expected a number, got {value!r}")

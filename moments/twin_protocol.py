"""The parameters of the rules of twins (docs/rules-of-twins.md) as one immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from moments.marking_protocol import SHARED_KEYS
from moments.protocol import Protocol, ProtocolError, read_keys, require_integer, require_known, require_number

MOST_CHECKERS = 2
MOST_RETURNS = 5
MOST_LOOKALIKES = 9
MOST_WORDS = 150
AFTER_OPENING = ("lease_s",)  # the keys that can change once the campaign has opened


@dataclass(frozen=True, slots=True)
class TwinProtocol:
    """The parameters of T4, and what a caption has to be like.

    A caption is accepted once `checkers` people assigned it rightly; with `cannot_tell` they may also say that it does
    not tell the twins apart. After `most_returns` returns the lead decides. A `lookalike_share` of the captions is also
    assigned among its clip and `lookalikes` similar ones. A caption has `min_words` to `max_words` words, of whose
    letters at least `latin_share` are Latin. Captions of twins that are nearer than `nearest_texts` to each other are
    pointed out to their writer. Raises ProtocolError when a value is of the wrong type or out of its range.
    """

    checkers: int = 2
    cannot_tell: bool = True
    most_returns: int = 2
    lookalike_share: float = 0.1
    lookalikes: int = 5
    min_words: int = 3
    max_words: int = 60
    nearest_texts: float = 0.9
    latin_share: float = 0.9

    def __post_init__(self) -> None:
        require_integer("checkers", self.checkers, 1, MOST_CHECKERS)
        if not isinstance(self.cannot_tell, bool):
            raise ProtocolError(f"cannot_tell: expected true or false, got {self.cannot_tell!r}")
        require_integer("most_returns", self.most_returns, 0, MOST_RETURNS)
        _require_share("lookalike_share", self.lookalike_share)
        require_integer("lookalikes", self.lookalikes, 1, MOST_LOOKALIKES)
        require_integer("min_words", self.min_words, 1, MOST_WORDS)
        require_integer("max_words", self.max_words, self.min_words, MOST_WORDS)
        _require_share("nearest_texts", self.nearest_texts)
        _require_share("latin_share", self.latin_share)

    def as_dict(self) -> dict[str, Any]:
        """The protocol file's keys with their values."""
        return asdict(self)


def read_twin_campaign(text: str) -> tuple[Protocol, TwinProtocol]:
    """Grace and lease, and the parameters of twins, from one JSON file's text; keys left out keep their default.

    Raises ProtocolError naming the key or the line that is wrong.
    """
    values = read_keys(text)
    times = {key: values.pop(key) for key in SHARED_KEYS if key in values}
    for key in values:
        if key not in TwinProtocol.__dataclass_fields__:
            known = ", ".join((*TwinProtocol.__dataclass_fields__, *SHARED_KEYS))
            raise ProtocolError(f"{key}: a twins campaign has no such key; expected one of {known}")
    return Protocol(**times), TwinProtocol(**values)


def twin_protocol_from(values: Mapping[str, Any]) -> TwinProtocol:
    """The protocol with the given keys; raises ProtocolError for a key that does not exist."""
    require_known(values, TwinProtocol)
    return TwinProtocol(**values)


def _require_share(key: str, value: object) -> None:
    require_number(key, value)
    if not (isinstance(value, int | float) and 0 <= value <= 1):
        raise ProtocolError(f"{key}: expected 0 to 1, got {value}")

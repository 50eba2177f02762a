"""The parameters of a campaign's rules as one value, whatever its kind: read from a file, or changed key by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from moments.marking_protocol import SHARED_KEYS, MarkingProtocol, marking_protocol_from, read_marking_campaign
from moments.protocol import Protocol, protocol_from, read_protocol
from moments.twin_protocol import TwinProtocol, read_twin_campaign, twin_protocol_from


class Parameters(NamedTuple):
    """The parameters that services take; those of marking and of twins are only there for campaigns of that kind."""

    protocol: Protocol
    marking: MarkingProtocol | None = None
    twin: TwinProtocol | None = None

    @property
    def further(self) -> MarkingProtocol | TwinProtocol | None:
        """What a campaign that does not grade has beside the parameters that all share."""
        return self.marking or self.twin

    def as_dict(self) -> dict[str, Any]:
        """The keys that a protocol file of that kind may have, with their values."""
        values = self.protocol.as_dict()
        if self.further is None:
            return values
        return self.further.as_dict() | {key: values[key] for key in SHARED_KEYS}

    def changed(self, values: Mapping[str, Any]) -> Parameters:
        """The same with other values of some keys; raises ProtocolError naming the key that is wrong."""
        if self.further is None:
            return Parameters(protocol_from(self.protocol.as_dict() | dict(values)))
        own = dict(values)
        shared = {key: own.pop(key) for key in SHARED_KEYS if key in own}
        protocol = protocol_from(self.protocol.as_dict() | shared)
        if self.marking is not None:
            return Parameters(protocol, marking=marking_protocol_from(self.marking.as_dict() | own))
        return Parameters(protocol, twin=twin_protocol_from(self.further.as_dict() | own))


def default_parameters(kind: str) -> Parameters:
    """The default values for a campaign of that kind."""
    return READERS[kind]("{}")


def read_parameters(text: str, kind: str) -> Parameters:
    """What a protocol file's text says for a campaign of that kind; keys left out keep their default.

    Raises ProtocolError naming the key or the line that is wrong.
    """
    return READERS[kind](text)


def _marking(text: str) -> Parameters:
    protocol, marking = read_marking_campaign(text)
    return Parameters(protocol, marking=marking)


def _twin(text: str) -> Parameters:
    protocol, twin = read_twin_campaign(text)
    return Parameters(protocol, twin=twin)


READERS: Mapping[str, Callable[[str], Parameters]] = {
    "grade": lambda text: Parameters(read_protocol(text)),
    "mark": _marking,
    "twin": _twin,
}

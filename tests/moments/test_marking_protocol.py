"""The protocol of marking and its file."""

import pytest

from moments.marking_protocol import MarkingProtocol, marking_protocol_from, read_marking_protocol
from moments.protocol import ProtocolError
from tests.rule_tables import PAGES


def test_the_defaults_are_those_of_the_page() -> None:
    rows = [line.split("|")[1:3] for line in PAGES["M"].read_text().splitlines() if line.startswith("| `")]
    shown = {key.strip(" `"): default.strip(" `") for key, default in rows[:6]}
    assert shown == {key: str(value) for key, value in MarkingProtocol().as_dict().items()}


def test_a_file_may_leave_keys_out() -> None:
    assert read_marking_protocol('{"gap_ms": 0, "extent": "mean"}') == MarkingProtocol(gap_ms=0, extent="mean")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"gap_ms": -1}, "gap_ms: expected 0 to 60000, got -1"),
        ({"gap_ms": 1.5}, "gap_ms: expected an integer, got 1.5"),
        ({"shortest_ms": 0}, "shortest_ms: expected 1 to 60000, got 0"),
        ({"min_iou": "half"}, "min_iou: expected a number, got 'half'"),
        ({"min_iou": float("nan")}, "min_iou: expected 0 to 1, got nan"),
        ({"edge_tolerance_ms": True}, "edge_tolerance_ms: expected an integer, got True"),
        ({"sure_iou": 0.4}, "sure_iou: expected 0.5 to 1, got 0.4"),
        ({"sure_iou": 1.1}, "sure_iou: expected 0.5 to 1, got 1.1"),
        ({"extent": "inner"}, "extent: expected outer or mean or mean_of_all, got 'inner'"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_key(values: dict[str, object], message: str) -> None:
    with pytest.raises(ProtocolError) as error:
        marking_protocol_from(values)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "message"), [('{"tolerance": 1}', "^tolerance: there is no such key"), ("[]", "object")]
)
def test_a_file_of_something_else_is_refused(text: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        read_marking_protocol(text)

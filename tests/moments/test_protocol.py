"""The protocol and its file."""

import pytest

from moments.protocol import Protocol, ProtocolError, protocol_from, read_protocol


def test_the_defaults_are_the_published_ones() -> None:
    assert Protocol().as_dict() == {
        "tolerance": 1,
        "batch_size": 20,
        "batches": 2,
        "window": 5,
        "threshold": 2.0,
        "statistic": "mean",
        "grace_s": 60,
        "lease_s": 3600,
    }


def test_a_file_may_leave_keys_out() -> None:
    assert read_protocol('{"window": 3, "statistic": "min"}') == Protocol(window=3, statistic="min")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"tolerance": 7}, "tolerance: expected 0 to 6, got 7"),
        ({"tolerance": True}, "tolerance: expected an integer, got True"),
        ({"batch_size": 0}, "batch_size: expected 1 to 1000, got 0"),
        ({"batches": 3}, "batches: expected 1 to 2, got 3"),
        ({"window": 21}, "window: expected 1 to 20, got 21"),
        ({"threshold": "2"}, "threshold: expected a number, got '2'"),
        ({"threshold": 6.5}, "threshold: expected 0 to 6, got 6.5"),
        ({"statistic": "median"}, "statistic: expected mean or min, got 'median'"),
        ({"grace_s": -1}, "grace_s: expected 0 to 86400, got -1"),
        ({"lease_s": 1.5}, "lease_s: expected an integer, got 1.5"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_key(values: dict[str, object], message: str) -> None:
    with pytest.raises(ProtocolError) as error:
        protocol_from(values)
    assert str(error.value) == message


def test_an_unknown_key_is_refused_by_name() -> None:
    with pytest.raises(ProtocolError, match=r"^tolerence: there is no such key; expected one of tolerance, "):
        read_protocol('{"tolerence": 1}')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected a JSON object"),
        ('{\n"a": }', "line 2: not JSON"),
        ("[" * 100_000, "not JSON: maximum recursion"),
        ('{"tolerance": 1' + "0" * 5000 + "}", "not JSON: Exceeds the limit"),
    ],
    ids=["a list", "cut off", "too deep", "too long a number"],
)
def test_a_text_that_is_no_object_is_refused(text: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        read_protocol(text)

import pytest

from moments.protocol import Protocol, ProtocolError
from moments.twin_protocol import TwinProtocol, read_twin_campaign, twin_protocol_from


def test_a_file_without_keys_is_the_default_protocol():
    assert read_twin_campaign("{}") == (Protocol(), TwinProtocol())


def test_keys_of_twins_and_of_every_campaign_are_read_from_one_file():
    text = '{"checkers": 1, "lookalike_share": 0.5, "grace_s": 30}'
    assert read_twin_campaign(text) == (Protocol(grace_s=30), TwinProtocol(checkers=1, lookalike_share=0.5))


def test_a_key_of_another_kind_of_campaign_is_named():
    with pytest.raises(ProtocolError, match="^tolerance: a twins campaign has no such key; expected one of checkers"):
        read_twin_campaign('{"tolerance": 1}')


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("checkers", 0, "checkers: "),
        ("checkers", 3, "checkers: "),
        ("cannot_tell", 1, "cannot_tell: expected true or false, got 1"),
        ("most_returns", -1, "most_returns: "),
        ("lookalike_share", 1.5, "lookalike_share: expected 0 to 1, got 1.5"),
        ("lookalikes", 10, "lookalikes: "),
        ("min_words", 0, "min_words: "),
        ("max_words", 2, "max_words: "),
        ("max_words", 1000, "max_words: "),
        ("nearest_texts", -0.1, "nearest_texts: expected 0 to 1, got -0.1"),
        ("latin_share", True, "latin_share: "),
        ("speed", 1, "speed: "),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(key, value, expected):
    with pytest.raises(ProtocolError) as refused:
        twin_protocol_from({key: value})
    assert str(refused.value).startswith(expected)

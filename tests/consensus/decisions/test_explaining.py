import pytest

from consensus.decisions.explaining import worked


@pytest.mark.parametrize(
    ("scores", "tolerance", "words"),
    [
        ((2, 3), 1, "2, 3: R3 → 3"),
        ((1, 3), 1, "1, 3: 2 apart, more than the tolerance of 1, R4 → two further scores"),
        ((1, 3, 2, 2), 1, "1, 3, 2, 2: drop 3 and 1, keep 2 and 2, R5 → 2"),
        (
            (0, 2, 4, 4),
            1,
            "0, 2, 4, 4: drop 4 and 0, keep 2 and 4, 2 apart, more than the tolerance of 1, R5 → discarded",
        ),
        ((3,), 1, ""),
        ((), 1, ""),
    ],
)
def test_the_rule_is_worked_out(scores, tolerance, words):
    assert worked(scores, tolerance=tolerance) == words

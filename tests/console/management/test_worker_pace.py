import pytest

from console.management.commands.run_worker import pause_s


@pytest.mark.parametrize(
    ("took_s", "pause"),
    [(0.0, 5.0), (3.0, 2.0), (4.5, 0.5), (4.9, 0.5), (60.0, 0.5)],
    ids=["at once", "short", "just in time", "nearly late", "late"],
)
def test_sweeps_begin_an_interval_apart(took_s, pause):
    assert pause_s(took_s, 5.0) == pytest.approx(pause)

"""The browser's frame table gives what the server's gives, for every frame and every millisecond."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import accumulate

import pytest

from moments.clips.cutting.frame_table import FrameTable

pytestmark = pytest.mark.browser

ALL = """(() => {
  const table = at.unpack(given.packed);
  const frames = [...Array(table.frames).keys()];
  return {
    starts: [...frames, table.frames].map((frame) => table.startMs(frame)),
    seeks: frames.map((frame) => table.seekS(frame)),
    found: given.times.map((ms) => table.frameAtMs(ms)),
    shown: frames.map((frame) => table.frameAtS(table.seekS(frame))),
    begun: frames.map((frame) => table.frameAtS(given.begins[frame])),
    last: frames.map((frame) => table.lastBeforeMs(table.endMsOf(frame))),
  };
})()"""
BASES = [Fraction(1, 1000), Fraction(1, 15360), Fraction(1001, 30000), Fraction(1, 90000), Fraction(1, 12_345_679)]


def uneven(base: Fraction, first_s: Fraction, seed: int) -> FrameTable:
    """200 frames that last between a millisecond and a tenth of a second."""
    chance = random.Random(seed)
    shortest = -(-Fraction(1, 1000) // base)
    lengths = [max(shortest, round(chance.choice([1, 3, 40, 40, 40, 100]) / 1000 / base)) for _ in range(200)]
    starts = list(accumulate(lengths, initial=round(first_s / base)))
    return FrameTable(base, starts[:-1], starts[-1])


@pytest.mark.parametrize("first_s", [Fraction(0), Fraction(-1, 30), Fraction(14, 10), Fraction(35_000)])
@pytest.mark.parametrize("base", BASES)
def test_both_tables_agree_on_every_frame(run, base, first_s):
    table = uneven(base, first_s, seed=7)
    begin, end = table.start_ms(0), table.start_ms(len(table))
    times = [*range(begin - 3, begin + 1500), *range(end - 500, end + 3)]
    begins = [float((start - table.starts[0]) * base) for start in table.starts]
    found = run("frame_table", ALL, {"packed": table.packed(), "times": times, "begins": begins})
    assert found["starts"] == [table.start_ms(frame) for frame in range(len(table) + 1)]
    assert found["seeks"] == pytest.approx([table.seek_s(frame) for frame in range(len(table))], abs=1e-9)
    assert found["found"] == [table.frame_at_ms(ms) for ms in times]
    assert found["shown"] == found["begun"] == found["last"] == list(range(len(table)))


def test_ten_hours_at_sixty_frames_a_second_are_read_at_once(run):
    frames = 10 * 3600 * 60
    packed = {"base": [1, 60], "first": 0, "runs": [[1, frames]]}
    took, last = run(
        "frame_table",
        "(() => { const begin = performance.now(); const table = at.unpack(given);"
        " return [performance.now() - begin, table.startMs(table.frames)]; })()",
        packed,
    )
    assert last == 36_000_000
    assert took < 1000


def test_a_frame_that_does_not_exist_is_refused(run):
    packed = {"base": [1, 25], "first": 0, "runs": [[1, 3]]}
    outcome = run(
        "frame_table",
        "[-1, 4, NaN].map((frame) => {"
        " try { return at.unpack(given).startMs(frame); } catch (error) { return error.message; } })",
        packed,
    )
    assert outcome == [f"expected a frame from 0 to 3, got {frame}" for frame in ("-1", "4", "NaN")]

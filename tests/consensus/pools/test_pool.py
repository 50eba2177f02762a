"""A video's pool: its clips, and what each question makes of them (M6)."""

from __future__ import annotations

import pytest

from annotator.marking.segments import Segment
from consensus.pools.pool import Pool, PoolClip, folder_of, make_pool
from tests.rule_tables import segments

DURATION_MS = 79_500


def pool(truths: dict[str, str], conditions: dict[str, str] | None = None, seed: int = 1) -> Pool:
    return make_pool(
        {question: segments(cell) for question, cell in truths.items()},
        duration_ms=DURATION_MS,
        seed=("vtest", seed),
        conditions={question: segments(cell) for question, cell in (conditions or {}).items()},
    )


def spans(made: Pool, positions: tuple[int, ...]) -> list[tuple[int, int]]:
    return sorted((made.clips[at].start_s, made.clips[at].end_s) for at in positions)


def test_truths_are_rounded_outwards_to_whole_seconds() -> None:
    made = pool({"q": "[10.2, 10.8] + [20, 25] + [77.1, 79.5]"})
    assert spans(made, made.questions["q"].truths) == [(10, 11), (20, 25), (77, 80)]


def test_questions_with_the_same_truth_share_a_clip() -> None:
    made = pool({"b": "[10.2, 15]", "a": "[10.7, 14.1]"})
    assert [clip.truth_of for clip in made.clips if clip.truth_of] == [("a", "b")]


def test_truths_that_overlap_stay_and_are_flagged() -> None:
    made = pool({"q": "[10, 20]", "r": "[15, 30]", "s": "[40, 45]"})
    assert {clip.truth_of[0]: clip.overlaps for clip in made.clips if clip.truth_of} == {
        "q": True,
        "r": True,
        "s": False,
    }


def test_a_clip_that_covers_half_of_a_truth_counts_neither_way() -> None:
    made = pool({"q": "[10, 20]", "half": "[15, 30]", "less": "[8, 14]"})
    assert spans(made, made.questions["q"].ignored) == [(15, 30)]
    assert made.questions["half"].ignored == ()  # [10, 20] covers a third of it


def test_clips_with_the_questions_own_condition_are_left_out_for_it_only() -> None:
    made = pool({"q": "[10, 20]", "r": "[50, 60]"}, {"q": "[55, 55.001]"})
    assert spans(made, made.questions["q"].left_out) == [(50, 60)]
    assert (made.questions["r"].left_out, spans(made, made.questions["r"].truths)) == ((), [(50, 60)])


def test_a_questions_own_truth_is_never_left_out() -> None:
    made = pool({"q": "[10, 20]"}, {"q": "[9.5, 10.5]"})
    assert spans(made, made.questions["q"].truths) == [(10, 20)]


def test_chance_counts_only_what_counts() -> None:
    made = pool({"q": "[10, 20]", "r": "[15, 30]"}, {"q": "[22, 23]"})
    use = made.questions["q"]
    assert (len(use.ignored), len(use.left_out)) == (0, 1)
    assert use.chance == 1 / (len(made.clips) - 1)


def test_the_same_seed_makes_the_same_pool_whatever_the_order_of_questions() -> None:
    truths = {"q": "[10, 12]", "r": "[20, 24]"}
    assert pool(truths).clips == pool(dict(reversed(truths.items()))).clips
    assert pool(truths).clips != pool(truths, seed=2).clips


def test_names_hold_the_video_and_whole_seconds() -> None:
    assert PoolClip(10, 24).name("vtest") == "vtest/10_24.mp4"
    assert PoolClip(10, 24).name("films/a..b") == "films/a..b/10_24.mp4"
    assert PoolClip(10, 24).name("../out") == "%2E%2E/out/10_24.mp4"
    assert [folder_of(name) for name in ("/etc", "a//b", ".", "..\\x")] == ["%2F/etc", "a/%2F/b", "%2E", "%2E%2E\\x"]


def test_a_truth_that_finds_no_room_for_a_copy_is_said() -> None:
    made = pool({"q": "[5, 70]", "r": "[72, 75]"})
    assert made.recognisable == segments("[5, 70]")


@pytest.mark.parametrize(
    ("truths", "message"), [((), "question q has no truth"), ((Segment(0, 79_501),), "goes beyond the video")]
)
def test_a_question_that_cannot_be_is_an_error(truths: tuple[Segment, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_pool({"q": truths}, duration_ms=DURATION_MS, seed=1)

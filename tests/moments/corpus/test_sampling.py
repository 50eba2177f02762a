"""Drawing queries from captions."""

import pytest

from moments.corpus.sampling import folded, sampled

CAPTIONS = [(number, f"caption {number // 2}") for number in range(40)]  # each caption twice


def test_each_text_is_drawn_once_for_its_first_moment() -> None:
    drawn = sampled(CAPTIONS, taken=set(), count=20, seed=1)
    assert sorted(moment for moment, _ in drawn) == list(range(0, 40, 2))


def test_taken_texts_are_passed_over() -> None:
    drawn = sampled(CAPTIONS, taken={"caption 3"}, count=99, seed=1)
    assert len(drawn) == 19
    assert "caption 3" not in {caption for _, caption in drawn}


def test_a_seed_gives_one_sample() -> None:
    assert sampled(CAPTIONS, taken=set(), count=5, seed=1) == sampled(CAPTIONS, taken=set(), count=5, seed=1)
    assert sampled(CAPTIONS, taken=set(), count=5, seed=1) != sampled(CAPTIONS, taken=set(), count=5, seed=2)


@pytest.mark.parametrize(
    "variant", ["a man runs", "A man runs.", "  A  Man\truns ", "A MAN RUNS!", "Ａ man runs", "A man\u00a0runs"]
)
def test_a_text_that_differs_in_case_space_width_or_its_end_is_the_same_text(variant: str) -> None:
    assert folded(variant) == folded("A man runs.")
    assert sampled([(1, "A man runs."), (2, variant)], taken=set(), count=9, seed=1) == [(1, "A man runs.")]
    assert sampled([(1, variant)], taken={folded("A man runs.")}, count=9, seed=1) == []


def test_other_words_are_another_text() -> None:
    assert len({folded(text) for text in ("A man runs.", "A man ran.", "A man, runs.", "!!", "??")}) == 5

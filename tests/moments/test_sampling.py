"""Drawing queries from captions."""

from moments.sampling import sampled

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

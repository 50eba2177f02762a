import pytest

from annotator.twins.drawing import checked_among_lookalikes


@pytest.mark.parametrize(("share", "drawn"), [(0.0, 0), (1.0, 1000)])
def test_none_or_all_captions_are_drawn_at_the_ends(share, drawn):
    assert sum(checked_among_lookalikes(7, pair, share=share) for pair in range(1000)) == drawn


def test_about_the_share_is_drawn_and_the_seed_decides_which():
    one, other = (
        [pair for pair in range(10_000) if checked_among_lookalikes(seed, pair, share=0.1)] for seed in (1, 2)
    )
    assert 900 < len(one) < 1100
    assert one != other
    assert one == [pair for pair in range(10_000) if checked_among_lookalikes(1, pair, share=0.1)]

"""R6."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_matrix

from moments.encoders import encoder_named
from moments.errors import BadInput
from moments.ranking import ranked_candidates
from tests.rule_tables import numbers, worked_table


def rank(similarities: list[float], own: int | None, top: int) -> list[int]:
    """The places ranked, when the query is the unit vector and the moments have these similarities to it."""
    moments = csr_matrix(np.array(similarities)[:, np.newaxis])
    (candidates,) = ranked_candidates(csr_matrix([[1.0]]), moments, [own], top=top)
    assert [candidate.rank for candidate in candidates] == list(range(1, len(candidates) + 1))
    assert all(candidate.similarity == round(similarities[candidate.moment], 6) for candidate in candidates)
    return [candidate.moment for candidate in candidates]


@pytest.mark.parametrize(("similarities", "own", "top", "ranking"), worked_table("R6"))
def test_the_worked_table_holds(similarities: str, own: str, top: str, ranking: str) -> None:
    place = None if own == "–" else int(own) // 10 - 1
    ranked = rank([float(value) for value in similarities.split(",")], place, int(top))
    assert [10 * (moment + 1) for moment in ranked] == numbers(ranking)


@given(
    arrays(np.float64, st.integers(1, 60), elements=st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.5, 1.0])),
    st.integers(1, 70),
)
def test_the_ranking_is_a_full_sort_cut_off(similarities: np.ndarray, top: int) -> None:
    expected = sorted(range(len(similarities)), key=lambda place: (-similarities[place], place))[:top]
    assert rank(similarities.tolist(), None, top) == expected


def test_a_similarity_beyond_one_is_clamped() -> None:
    moments = csr_matrix(np.array([[1.0000001], [-1.0000001]]))
    (candidates,) = ranked_candidates(csr_matrix([[1.0]]), moments, [None], top=2)
    assert [candidate.similarity for candidate in candidates] == [1.0, -1.0]


def test_the_lexical_encoder_finds_the_same_text_first() -> None:
    captions = ["A red circle rolls.", "A blue square spins.", "A red square rolls."]
    encoder = encoder_named("lexical")
    encoder.fit(captions)
    vectors = encoder.encode(captions)
    (candidates,) = ranked_candidates(encoder.encode([captions[2]]), vectors, [None], top=3)
    assert candidates[0].moment == 2
    assert candidates[0].similarity == 1.0
    assert candidates[1].similarity > candidates[2].similarity > 0


def test_captions_without_a_word_are_similar_to_nothing() -> None:
    encoder = encoder_named("lexical")
    encoder.fit(["!!", "??"])
    (candidates,) = ranked_candidates(encoder.encode(["a"]), encoder.encode(["!!", "??"]), [None], top=2)
    assert [candidate.similarity for candidate in candidates] == [0.0, 0.0]


def test_an_unknown_encoder_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match="^no encoder 'word2vec'; there are: lexical$"):
        encoder_named("word2vec")

"""R6."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_matrix
from threadpoolctl import threadpool_info

from moments.base.errors import BadInput
from moments.encoders import ENCODERS, encoder_named
from moments.ranking.exact import ranked_candidates, ranks_of_all
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
    known = f"^there is no encoder 'word2vec'; expected one of: {', '.join(sorted(ENCODERS))}$"
    with pytest.raises(BadInput, match=known):
        encoder_named("word2vec")


def full_sort(queries: np.ndarray, moments: np.ndarray, own: list[int | None], top: int) -> list[list[int]]:
    """What the ranking must be, by dot products in float64 and a sort of all of them."""
    dots = np.round(np.clip(queries.astype(np.float64) @ moments.astype(np.float64).T, -1, 1), 6)
    rankings = []
    for row, mine in zip(dots, own, strict=True):
        order = sorted(range(len(row)), key=lambda place: (place != mine, -row[place], place))
        rankings.append(order[:top])
    return rankings


def unit_rows(rows: int, dimensions: int, seed: int) -> np.ndarray:
    """Random directions of length 1, each third of them twice, so that ties are many."""
    vectors = np.random.default_rng(seed).standard_normal((rows, dimensions)).astype(np.float32)
    vectors[1::3] = vectors[::3][: len(vectors[1::3])]
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.mark.parametrize("moments", [1, 5, 40, 700, 3000])
@pytest.mark.parametrize("top", [1, 40])
def test_a_dense_ranking_is_a_full_sort_cut_off(moments: int, top: int) -> None:
    vectors, queries = unit_rows(moments, 24, seed=1), unit_rows(9, 24, seed=2)
    own: list[int | None] = [None, 0, moments - 1, *[None] * 6]
    ranked = list(ranked_candidates(queries, vectors, own, top=top))
    assert [[candidate.moment for candidate in row] for row in ranked] == full_sort(queries, vectors, own, top)


@given(
    arrays(np.float32, st.integers(1, 60), elements=st.sampled_from([-3.0, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 2.0])),
    st.integers(1, 70),
)
def test_dense_similarities_beyond_one_are_ties(similarities: np.ndarray, top: int) -> None:
    (ranked,) = ranked_candidates(np.ones((1, 1), np.float32), similarities[:, np.newaxis], [None], top=top)
    clamped = np.clip(similarities, -1, 1)
    expected = sorted(range(len(clamped)), key=lambda place: (-clamped[place], place))[:top]
    assert [candidate.moment for candidate in ranked] == expected


def test_equal_vectors_keep_their_order_in_any_number() -> None:
    vectors = np.tile(unit_rows(1, 16, seed=3), (20_000, 1))
    (ranked,) = ranked_candidates(vectors[:1], vectors, [19_999], top=3)
    assert [(candidate.moment, candidate.similarity) for candidate in ranked] == [(19_999, 1.0), (0, 1.0), (1, 1.0)]


def test_the_size_of_a_block_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, queries = unit_rows(900, 24, seed=4), unit_rows(30, 24, seed=5)
    whole = list(ranked_candidates(queries, vectors, [None] * 30, top=40))
    monkeypatch.setattr("moments.ranking.shortlists.BLOCK_CELLS", 900)
    monkeypatch.setattr("moments.ranking.shortlists.MOST_ROWS", 1)
    assert list(ranked_candidates(queries, vectors, [None] * 30, top=40)) == whole


def test_who_stops_early_leaves_no_thread_and_products_with_all_cores() -> None:
    def blas_threads() -> list[int]:
        return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]

    before, threads = blas_threads(), set(threading.enumerate())
    vectors = unit_rows(900, 24, seed=8)
    found = ranked_candidates(vectors, vectors, [None] * 900, top=40)
    assert next(found)[0].moment == 0
    found.close()  # type: ignore[attr-defined]  # a generator
    assert blas_threads() == before
    assert set(threading.enumerate()) == threads


@pytest.mark.parametrize("dense", [True, False])
def test_ranks_of_all_moments_begin_with_the_candidates(dense: bool) -> None:
    rows = unit_rows(300, 24, seed=6)
    vectors = rows if dense else csr_matrix(rows.astype(np.float64))
    ranks, similarities = ranks_of_all(vectors[7:8], vectors, own=7)
    (ranked,) = ranked_candidates(vectors[7:8], vectors, [7], top=40)
    assert sorted(ranks.tolist()) == list(range(1, 301))
    assert [ranks[candidate.moment] for candidate in ranked] == list(range(1, 41))
    assert [similarities[candidate.moment] for candidate in ranked] == [candidate.similarity for candidate in ranked]


def test_no_moments_have_no_ranks() -> None:
    nothing = np.empty((0, 3), np.float32)
    assert ranks_of_all(np.ones(3, np.float32), nothing)[0].size == 0
    assert list(ranked_candidates(np.ones((2, 3), np.float32), nothing, [None, None], top=4)) == [[], []]

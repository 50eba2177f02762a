"""Checks captions against their descriptions by a sentence encoder and a name tagger."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy

from moments.encoders import Encoder
from moments.encoders.encoder import Vectors
from moments.rewriting.checks import Checked, form_fault, fragment_fault, values_fault
from moments.rewriting.faults import one_line
from moments.rewriting.tagging.tagger import Found, Tagger

MOST_FOUND = 20
LONGEST_FOUND = 100


class CaptionChecker:
    """Both checks of a caption, many at once."""

    def __init__(self, encoder: Encoder, tagger: Tagger) -> None:
        self._encoder = encoder
        self._tagger = tagger

    def fit(self, descriptions: Sequence[str]) -> None:
        """Let encoder and tagger learn from the corpus; a model whose weights are missing says so here."""
        self._encoder.fit(descriptions)
        self._tagger.fit(descriptions)
        self.check([("A dog runs.", "A dog runs.")])

    def check(self, texts: Sequence[tuple[str, str]]) -> list[Checked]:
        """For each description and caption the two values, and what fails if anything does."""
        if not texts:
            return []
        found = self._tagger.people([caption for _, caption in texts])
        similarities = self._similarities(texts)
        return [
            Checked(
                similarity,
                _bounded(names),
                form_fault(*pair) or values_fault(similarity, names) or fragment_fault(*pair),
            )
            for pair, similarity, names in zip(texts, similarities, found, strict=True)
        ]

    def _similarities(self, texts: Sequence[tuple[str, str]]) -> list[float]:
        """The cosine of each description with its caption; 1 for a caption that is the description."""
        before = self._encoder.encode([description for description, _ in texts])
        after = self._encoder.encode([caption for _, caption in texts])
        cosines = _row_products(before, after)
        same = [description == caption for description, caption in texts]
        return [1.0 if equal else round(cosine, 6) for equal, cosine in zip(same, cosines, strict=True)]


def _row_products(one: Vectors, other: Vectors) -> list[float]:
    """The dot product of each row with the row of the other in its place."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return [float(value) for value in (one.astype(np.float64) * other).sum(axis=1)]
    return [float(value) for value in np.asarray(scipy.sparse.csr_matrix(one).multiply(other).sum(axis=1)).ravel()]


def _bounded(names: Sequence[Found]) -> tuple[Found, ...]:
    return tuple(Found(one_line(name.text, LONGEST_FOUND), name.score) for name in names[:MOST_FOUND])

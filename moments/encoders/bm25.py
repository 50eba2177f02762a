"""The BM25 encoder: a second lexical ranker, so that two sources can be pooled without a model.

Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), section 3, with the idf that
cannot become negative, ln(1 + (N − n + 0.5) / (n + 0.5)). A caption's row holds what each of its words is worth, a
query's row which words it asks for; their product is BM25 over the most that the query could reach, so 0…1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy

from moments.encoders.encoder import Advance, EncoderKind, no_progress

K1 = 1.2
B = 0.75


class Bm25Encoder:
    """Okapi BM25 over single words, without stemming or stop words."""

    def __init__(self) -> None:
        from sklearn.feature_extraction.text import CountVectorizer  # takes seconds, and most processes never rank

        self._counter = CountVectorizer(strip_accents="unicode", token_pattern=r"(?u)\b\w+\b")
        self._blank = False
        self._mean_length = 1.0
        self._idf = np.empty(0)

    def fit(self, captions: Sequence[str]) -> None:
        """Learn vocabulary, document frequencies and the mean length from the captions."""
        try:
            counts = scipy.sparse.csr_matrix(self._counter.fit_transform(captions), dtype=np.float64)
        except ValueError:  # scikit-learn: no caption holds a word
            self._blank = True
            return
        found = np.bincount(counts.indices, minlength=counts.shape[1])
        self._idf = np.log1p((counts.shape[0] - found + 0.5) / (found + 0.5))
        self._mean_length = float(counts.sum()) / counts.shape[0]

    def encode(self, texts: Sequence[str], advance: Advance = no_progress) -> scipy.sparse.csr_matrix:
        """Captions' rows, shape (texts, vocabulary)."""
        counts = self._counts(texts)
        lengths = np.asarray(counts.sum(axis=1)).ravel()
        norms = np.repeat(K1 * (1 - B + B * lengths / self._mean_length), np.diff(counts.indptr))
        counts.data = counts.data / (counts.data + norms)
        advance(len(texts))
        return counts if self._blank else scipy.sparse.csr_matrix(counts @ scipy.sparse.diags(self._idf))

    def encode_queries(self, texts: Sequence[str], advance: Advance = no_progress) -> scipy.sparse.csr_matrix:
        """Queries' rows, shape (texts, vocabulary): how often each word is asked, over the most that they can reach."""
        counts = self._counts(texts)
        advance(len(texts))
        if self._blank:
            return counts
        most = counts @ self._idf
        return scipy.sparse.csr_matrix(
            scipy.sparse.diags(np.divide(1.0, most, out=np.zeros_like(most), where=most > 0)) @ counts
        )

    def _counts(self, texts: Sequence[str]) -> scipy.sparse.csr_matrix:
        if self._blank:
            return scipy.sparse.csr_matrix((len(texts), 1))
        return scipy.sparse.csr_matrix(self._counter.transform(texts), dtype=np.float64)


BM25 = EncoderKind(
    "bm25",
    "Okapi BM25 over words, divided by the highest score that the query can reach: 0 to 1",
    "nothing",
    lambda model, vectors: Bm25Encoder(),
    compares_texts=False,
    offered_for_studies=True,
)

"""The lexical encoder: TF-IDF over words and word pairs, which needs no model."""

from __future__ import annotations

from collections.abc import Sequence

import scipy

from moments.encoders.encoder import Advance, EncoderKind, no_progress


class LexicalEncoder:
    """Sublinear TF-IDF of word unigrams and bigrams, rows of length 1 (0 if no word is known)."""

    def __init__(self) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer  # takes seconds, and most processes never rank

        self._vectorizer = TfidfVectorizer(
            sublinear_tf=True, ngram_range=(1, 2), strip_accents="unicode", token_pattern=r"(?u)\b\w+\b"
        )
        self._blank = False

    def fit(self, captions: Sequence[str]) -> None:
        """Learn vocabulary and document frequencies from the captions."""
        try:
            self._vectorizer.fit(captions)
        except ValueError:  # scikit-learn: no caption holds a word
            self._blank = True

    def encode(self, texts: Sequence[str], advance: Advance = no_progress) -> scipy.sparse.csr_matrix:
        """Vectors of the texts, shape (texts, vocabulary)."""
        advance(len(texts))
        if self._blank or not texts:
            return scipy.sparse.csr_matrix((len(texts), 1 if self._blank else len(self._vectorizer.vocabulary_)))
        return scipy.sparse.csr_matrix(self._vectorizer.transform(texts))

    def encode_queries(self, texts: Sequence[str], advance: Advance = no_progress) -> scipy.sparse.csr_matrix:
        """Queries are seen as captions are."""
        return self.encode(texts, advance)


LEXICAL = EncoderKind(
    "lexical",
    "TF-IDF of words and word pairs",
    "nothing",
    lambda model, vectors: LexicalEncoder(),
    offered_for_studies=True,
)

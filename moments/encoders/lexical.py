"""The lexical encoder: TF-IDF over words and word pairs, which needs no model."""

from __future__ import annotations

from collections.abc import Sequence

from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfVectorizer


class LexicalEncoder:
    """Sublinear TF-IDF of word unigrams and bigrams, rows of length 1 (0 where no word is known)."""

    def __init__(self) -> None:
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

    def encode(self, texts: Sequence[str]) -> csr_matrix:
        """Vectors of the texts, shape (texts, vocabulary)."""
        if self._blank:
            return csr_matrix((len(texts), 1))
        return csr_matrix(self._vectorizer.transform(texts))

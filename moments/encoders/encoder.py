"""What ranking and rewriting need of an encoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Dense: TypeAlias = NDArray[np.float32]
Vectors: TypeAlias = csr_matrix | Dense
Advance = Callable[[int], None]


def no_progress(done: int) -> None:
    """Nobody is told how many texts are encoded."""


class Encoder(Protocol):
    """Texts into rows whose dot product is the similarity; captions and queries may be seen differently."""

    def fit(self, captions: Sequence[str]) -> None:
        """Learn what must be learned from the corpus (nothing, for a pretrained model)."""

    def encode(self, texts: Sequence[str], advance: Advance = no_progress) -> Vectors:
        """Vectors of captions, one row a text; `advance` is told how many more are done."""

    def encode_queries(self, texts: Sequence[str], advance: Advance = no_progress) -> Vectors:
        """Vectors of queries, one row a text."""

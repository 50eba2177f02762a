"""The encoders by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from scipy.sparse import csr_matrix

from moments.encoders.lexical import LexicalEncoder
from moments.errors import BadInput


class Encoder(Protocol):
    """What ranking needs of an encoder."""

    def fit(self, captions: Sequence[str]) -> None:
        """Learn what must be learned from the corpus (nothing, for a pretrained model)."""

    def encode(self, texts: Sequence[str]) -> csr_matrix:
        """Vectors of the texts, one row a text, each of length 1 or 0."""


ENCODERS: dict[str, Callable[[], Encoder]] = {"lexical": LexicalEncoder}


def encoder_named(name: str) -> Encoder:
    """A new encoder; raises BadInput for a name that does not exist."""
    if name not in ENCODERS:
        raise BadInput(f"no encoder {name!r}; there are: {', '.join(sorted(ENCODERS))}")
    return ENCODERS[name]()

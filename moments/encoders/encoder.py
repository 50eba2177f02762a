"""What ranking and rewriting need of an encoder, and how an encoder says what it can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
import scipy  # its `sparse` takes a quarter of a second, and is loaded where it is first used
from numpy.typing import NDArray

Dense: TypeAlias = NDArray[np.float32]
Vectors: TypeAlias = "scipy.sparse.csr_matrix | Dense"
Advance = Callable[[int], None]


def no_progress(done: int) -> None:
    """Ignore how many texts are encoded."""


class Encoder(Protocol):
    """Texts into rows whose dot product is the similarity; captions and queries may be seen differently."""

    def fit(self, captions: Sequence[str]) -> None:
        """Learn what must be learned from the corpus (nothing, for a pretrained model)."""

    def encode(self, texts: Sequence[str], advance: Advance = no_progress) -> Vectors:
        """Vectors of captions, one row a text; `advance` gets how many more are done."""

    def encode_queries(self, texts: Sequence[str], advance: Advance = no_progress) -> Vectors:
        """Vectors of queries, one row a text."""


@dataclass(frozen=True, slots=True)
class EncoderKind:
    """An encoder as it is offered.

    `make` gives a new one from what follows the colon of its name, "" if nothing does, and the folder for vectors.
    One that compares texts gives a similarity of any two; others only rank captions for a query. `missing` says what
    has to be installed before it can be used, and nothing if all is there; weights of a hub show when it encodes.
    """

    name: str
    sentence: str
    needs: str
    make: Callable[[str, Path | None], Encoder]
    keeps_vectors: bool = False
    compares_texts: bool = True
    offered_for_studies: bool = False
    missing: Callable[[], str] = lambda: ""

    @property
    def compares_at_once(self) -> bool:
        """Whether it compares two texts without learning from a corpus first: pretrained ones do."""
        return self.compares_texts and self.keeps_vectors

    @property
    def is_family(self) -> bool:
        """Whether the name of a model follows."""
        return self.name.endswith(":NAME")

"""Every encoder that is offered: commands, pages, docs and tests take them from here."""

from __future__ import annotations

from pathlib import Path

from moments.base.errors import BadInput
from moments.encoders.bm25 import BM25
from moments.encoders.encoder import Encoder, EncoderKind
from moments.encoders.lexical import LEXICAL
from moments.encoders.sentence_models import PACKAGED_MINILM, SENTENCE_TRANSFORMERS

ENCODERS = {kind.name: kind for kind in (LEXICAL, BM25, PACKAGED_MINILM, SENTENCE_TRANSFORMERS)}
DEFAULT_ENCODER = LEXICAL.name


def known_encoders() -> str:
    """The names of all, for help and errors."""
    return ", ".join(sorted(ENCODERS))


def kind_of(name: str) -> EncoderKind | None:
    """The kind of encoder that has the name, `family:NAME` for any name after the colon; None if there is none."""
    family, _, model = name.partition(":")
    return ENCODERS.get(f"{family}:NAME" if model else name)


def is_encoder(name: str) -> bool:
    """Whether an encoder has that name."""
    return kind_of(name) is not None


def encoder_named(name: str, vectors: Path | None = None) -> Encoder:
    """A new encoder; a pretrained one keeps its vectors in the folder `vectors` (None: nowhere).

    Raises BadInput for a name that does not exist; whether a model's weights are there shows when it encodes.
    """
    kind = kind_of(name)
    if kind is None:
        raise BadInput(f"there is no encoder {name!r}; expected one of: {known_encoders()}")
    return kind.make(name.partition(":")[2], vectors)

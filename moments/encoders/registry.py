"""The encoders by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from moments.base.errors import BadInput
from moments.encoders.bm25 import Bm25Encoder
from moments.encoders.encoder import Encoder
from moments.encoders.lexical import LexicalEncoder
from moments.encoders.pretrained import Model, PretrainedEncoder
from moments.encoders.sentence_models import named_model, packaged_minilm

ENCODERS: dict[str, Callable[[], Encoder]] = {"lexical": LexicalEncoder, "bm25": Bm25Encoder}
MODELS: dict[str, Callable[[], Model]] = {"packaged-minilm": packaged_minilm}
PREFIX = "sentence-transformers:"
KNOWN = (*sorted({*ENCODERS, *MODELS}), f"{PREFIX}NAME")


def is_encoder(name: str) -> bool:
    """Whether an encoder has that name."""
    return name in ENCODERS or name in MODELS or (name.startswith(PREFIX) and len(name) > len(PREFIX))


def encoder_named(name: str, vectors: Path | None = None) -> Encoder:
    """A new encoder; a pretrained one keeps its vectors in the folder `vectors` (None: nowhere).

    Raises BadInput for a name that does not exist; whether a model's weights are there shows when it encodes.
    """
    if name in ENCODERS:
        return ENCODERS[name]()
    if name in MODELS:
        return PretrainedEncoder(MODELS[name](), vectors)
    if is_encoder(name):
        return PretrainedEncoder(named_model(name.removeprefix(PREFIX)), vectors)
    raise BadInput(f"no encoder {name!r}; there are: {', '.join(KNOWN)}")

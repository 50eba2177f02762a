"""Encoders turn captions and queries into vectors whose dot product is the similarity."""

from moments.encoders.encoder import Advance, Encoder, EncoderKind, no_progress
from moments.encoders.pretrained import PretrainedEncoder
from moments.encoders.registry import DEFAULT_ENCODER, ENCODERS, encoder_named, is_encoder, kind_of, known_encoders

__all__ = [
    "DEFAULT_ENCODER",
    "ENCODERS",
    "Advance",
    "Encoder",
    "EncoderKind",
    "PretrainedEncoder",
    "encoder_named",
    "is_encoder",
    "kind_of",
    "known_encoders",
    "no_progress",
]

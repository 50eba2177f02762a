"""Encoders turn captions and queries into vectors whose dot product is the similarity."""

from moments.encoders.encoder import Advance, Encoder, no_progress
from moments.encoders.pretrained import PretrainedEncoder
from moments.encoders.registry import KNOWN, encoder_named, is_encoder

__all__ = ["KNOWN", "Advance", "Encoder", "PretrainedEncoder", "encoder_named", "is_encoder", "no_progress"]

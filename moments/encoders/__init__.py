"""Encoders turn captions and queries into vectors whose dot product is the similarity."""

from moments.encoders.registry import Encoder, encoder_named

__all__ = ["Encoder", "encoder_named"]

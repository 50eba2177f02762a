"""Taggers find people's names in texts, with a score or without."""

from moments.tagging.registry import TAGGERS, tagger_named
from moments.tagging.tagger import Found, Tagger

__all__ = ["TAGGERS", "Found", "Tagger", "tagger_named"]

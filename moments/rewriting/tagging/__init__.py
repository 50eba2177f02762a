"""Taggers find people's names in texts, with a score or without."""

from moments.rewriting.tagging.registry import TAGGERS, tagger_named
from moments.rewriting.tagging.tagger import Found, Tagger

__all__ = ["TAGGERS", "Found", "Tagger", "tagger_named"]

"""Times and stretches of videos as text, and segments as data for the player."""

from __future__ import annotations

import json

from django import template

from annotator.marking.clock import clock, stretch, stretches
from annotator.marking.segments import Segment

register = template.Library()
register.filter("clock", clock)
register.filter("stretch", stretch)
register.filter("stretches", stretches)


@register.simple_tag
def stretch_ms(start_ms: int, end_ms: int) -> str:
    """Two times in milliseconds as a stretch."""
    return stretch(Segment(start_ms, end_ms))


@register.filter
def at_key(values: dict[object, object], key: object) -> object:
    """The value under a key; empty if there is none."""
    return values.get(key, "")


@register.filter
def as_json(value: object) -> str:
    """The value as JSON, for an attribute."""
    return json.dumps(value or None)


@register.filter
def length_words(seconds: float) -> str:
    """How long a video lasts, in whole seconds: "1:02:03"."""
    return clock(1000 * round(seconds))

"""A template filter: how far a person is, in the words of a campaign of their kind."""

from __future__ import annotations

from django import template

from annotator.models import Standing
from moments.models import Campaign

register = template.Library()
MARKED = {Standing.RELABEL: "marking missed exam questions again"}


@register.filter
def standing_words(standing: str, campaign: Campaign) -> str:
    """The standing's own label, unless a marking campaign calls it otherwise."""
    label = str(Standing(standing).label)
    return label if campaign.is_graded else MARKED.get(Standing(standing), label)

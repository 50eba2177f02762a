"""Links the numbers of rules in a sentence to their explanations on "Rules and rates"."""

from __future__ import annotations

import re

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
RULE = re.compile(r"\b(R(?:1[0-3]|[1-9]))\b")


@register.filter
def link_rules(text: str, slug: str) -> SafeString:
    """The text, escaped, with a link for each of R1–R13: `{{ text|link_rules:campaign.slug }}`."""
    page, pieces = reverse("staffing", args=[slug]), RULE.split(text)  # every second piece is the number of a rule
    link = '<a href="{0}#{1}">{1}</a>'
    shown = ((format_html(link, page, piece) if at % 2 else piece,) for at, piece in enumerate(pieces))
    return format_html_join("", "{}", shown)

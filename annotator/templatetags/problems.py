"""How pages name the kinds of reported problems."""

from __future__ import annotations

from django import template

from annotator.models import Problem, ProblemKind
from moments.models import Campaign

register = template.Library()


@register.filter
def label_in(problem: Problem, campaign: Campaign) -> str:
    """What was reported, in the words of the campaign's kind."""
    return ProblemKind(problem.kind).label_in(is_graded=campaign.is_graded)

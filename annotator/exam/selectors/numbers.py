"""Numbers of questions in marking campaigns: a question has one, as a draft, as a pair and as a query."""

from __future__ import annotations

from django.db.models import Max

from moments.models import Campaign


def next_number(campaign: Campaign) -> int:
    """The next question's number, which no draft and no question with a known answer has; the caller holds the
    campaign.
    """
    given = (campaign.asks, campaign.pairs)
    return 1 + max(rows.aggregate(highest=Max("number"))["highest"] or 0 for rows in given)

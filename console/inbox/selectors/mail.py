"""What the daily mail of a campaign's inbox says: counts and links, never a text of the corpus."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.urls import reverse

from consensus.digests.services import WrittenMail
from console.inbox.selectors.inbox import inbox_counts
from moments.models import Campaign


def inbox_mail(campaign: Campaign, site: str) -> WrittenMail | None:
    """The mail, with links to `site`; None where nothing waits."""
    waiting = [(section, count) for section, count in inbox_counts(campaign) if count]
    if not waiting:
        return None
    title = " ".join(campaign.title.split())
    total = sum(count for _, count in waiting)

    def link(route: str) -> str:
        return site + reverse(route, args=[campaign.slug])

    lines = [(section, count, link(section.route) + section.query) for section, count in waiting]
    context = {"title": title, "lines": lines, "inbox": link("inbox")}
    return WrittenMail(
        subject=f"{title}: {total} item{'s' if total > 1 else ''} waiting",
        body=render_to_string("console/inbox/digest.txt", context),
    )

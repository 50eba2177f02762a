"""The inbox: all that waits for a lead of a campaign, section by section, and the daily mail of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.urls import reverse

from consensus.digests.services import WrittenMail
from console.inbox.selectors.sections import InboxSection, sections_of
from moments.models import Campaign

ROWS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class FilledSection:
    """A section with how much waits in it, and the first rows, those that wait longest first."""

    section: InboxSection
    count: int
    rows: Sequence[object]

    @property
    def further(self) -> int:
        """How many rows are not shown."""
        return self.count - len(self.rows)


def inbox(campaign: Campaign) -> list[FilledSection]:
    """Every section; a fixed number of SQL queries, fewer if nothing waits."""
    return [_filled(section, campaign) for section in sections_of(campaign)]


def inbox_counts(campaign: Campaign) -> list[tuple[InboxSection, int]]:
    """How much waits in each section; one SQL query or two each."""
    return [(section, section.found(campaign).count()) for section in sections_of(campaign)]


def inbox_count(campaign: Campaign) -> int:
    """How much waits altogether."""
    return sum(count for _, count in inbox_counts(campaign))


def _filled(section: InboxSection, campaign: Campaign) -> FilledSection:
    found = section.found(campaign)
    first = list(found[: ROWS_SHOWN + 1])
    count = len(first) if len(first) <= ROWS_SHOWN else found.count()
    return FilledSection(section, count, section.shown(first[:ROWS_SHOWN]) if first else [])


def inbox_mail(campaign: Campaign, site: str) -> WrittenMail | None:
    """The mail, with links to `site`; None if nothing waits."""
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

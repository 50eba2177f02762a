"""What a campaign wants and has, by domain and task, with the videos there are to write about."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Count, Sum

from annotator.asking.selectors.asks import WRITTEN
from annotator.models import Ask, AskQuota, AskTask
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class QuotaCell:
    """The questions of a task on videos of a domain; `wanted` is None where no quota is set."""

    task: str
    wanted: int | None
    have: int

    @property
    def missing(self) -> int:
        """How many are still to be written."""
        return max(0, (self.wanted or 0) - self.have)


@dataclass(frozen=True, slots=True)
class QuotaRow:
    """A domain with its videos and its questions by task."""

    domain: str
    videos: int
    seconds: float
    cells: tuple[QuotaCell, ...]

    @property
    def missing(self) -> int:
        """How many questions of the domain are still to be written."""
        return sum(cell.missing for cell in self.cells)


def quota_rows(campaign: Campaign) -> list[QuotaRow]:
    """Every domain that has videos or quotas, in three SQL queries."""
    wanted = {(domain, task): number for domain, task, number in stored_quotas(campaign)}
    asks = Ask.objects.filter(campaign=campaign, state__in=WRITTEN).order_by()
    have = Counter(
        {
            (domain, task): number
            for domain, task, number in asks.values_list("video__domain", "task").annotate(n=Count("pk"))
        }
    )
    counted = campaign.videos.order_by().values_list("domain").annotate(n=Count("pk"), seconds=Sum("duration_s"))
    videos = {domain: (number, seconds) for domain, number, seconds in counted}
    return [
        QuotaRow(
            domain,
            *videos.get(domain, (0, 0.0)),
            tuple(QuotaCell(task, wanted.get((domain, task)), have[domain, task]) for task in AskTask.values),
        )
        for domain in sorted({*videos, *(domain for domain, _ in wanted)})
    ]


def stored_quotas(campaign: Campaign) -> list[tuple[str, str, int]]:
    """Domain, task and wanted questions of each quota, in order."""
    return sorted(AskQuota.objects.filter(campaign=campaign).values_list("domain", "task", "wanted"))


def quotas_mark(campaign: Campaign) -> str:
    """Tells one set of quotas from another."""
    return sha256(json.dumps(stored_quotas(campaign)).encode()).hexdigest()[:16]

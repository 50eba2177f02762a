"""How far rewriting is: captions with enough rewrites, what was refused, and why captions lack some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from consensus.models import CaptionRewrite, TwinRewriteRun
from consensus.twin_rewrites.faults import OUTCOMES, UNFIT
from consensus.twin_rewrites.selectors.tasks import Clip, answers_of, standing_counts, training_clips
from consensus.twins.rewrites.choosing import STANDARD_RULES
from moments.models import Campaign
from moments.rewriting.faults import PASSED

TOO_FEW = "too few rewrites passed the checks"


@dataclass(frozen=True, slots=True)
class RewritesProgress:
    """Captions of training by how many of their rewrites stand; `wanted` by the newest run, or by default."""

    captions: int
    wanted: int
    complete: int
    some: int
    rewrites: int

    @property
    def without(self) -> int:
        """How many captions have no rewrite."""
        return self.captions - self.complete - self.some

    @property
    def percent(self) -> int:
        """The share of captions with enough rewrites."""
        return 100 * self.complete // self.captions if self.captions else 0


def newest_rewrite_run(campaign: Campaign) -> TwinRewriteRun | None:
    """The run that was ordered last; no other can be in progress."""
    return campaign.twin_rewrite_runs.select_related("job", "campaign").order_by("pk").last()


def rewrites_progress(campaign: Campaign, run: TwinRewriteRun | None = None) -> RewritesProgress:
    """The counts, in two SQL queries."""
    wanted = run.per_caption if run else STANDARD_RULES.wanted
    counts = standing_counts(campaign)
    have = [counts.get(clip, 0) for clip in training_clips(campaign)]
    complete = sum(count >= wanted for count in have)
    return RewritesProgress(len(have), wanted, complete, sum(0 < count < wanted for count in have), sum(have))


def refused_rewrites(run: TwinRewriteRun) -> list[tuple[str, int]]:
    """Why rewrites of the run were refused, and how many; the most frequent first."""
    refused = CaptionRewrite.objects.filter(answer__run=run).exclude(fault="")
    counted = refused.order_by().values_list("fault").annotate(count=Count("pk"))
    return sorted(counted, key=lambda item: (-item[1], item[0]))


def reasons_lacking(run: TwinRewriteRun) -> list[tuple[str, int]]:
    """Why captions that the run asked about have too few rewrites, and how many; the most frequent first."""
    counts, asked = standing_counts(run.campaign), answers_of(run)
    lacking: list[Clip] = [clip for clip in training_clips(run.campaign) if counts.get(clip, 0) < run.per_caption]
    found = Counter(_reason(asked[clip]) for clip in lacking if asked[clip])
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))


def rewrite_figures(run: TwinRewriteRun) -> dict[str, Any]:
    """What became of the run, for reports."""
    progress = rewrites_progress(run.campaign, run)
    return {
        "captions": progress.captions,
        "with_all_rewrites": progress.complete,
        "with_some": progress.some,
        "without": progress.without,
        "rewrites": progress.rewrites,
        "kept_by_this_run": kept_by(run),
        "refused": dict(refused_rewrites(run)),
        "reasons": dict(reasons_lacking(run)),
        "tokens_in": run.tokens_in,
        "tokens_out": run.tokens_out,
        "model": run.model,
        "prompt": run.prompt,
        "encoder": run.encoder,
        "ended": run.job.reason or "done",
    }


def kept_by(run: TwinRewriteRun) -> int:
    """How many rewrites the run kept."""
    return CaptionRewrite.objects.filter(answer__run=run, fault="").count()


def _reason(outcomes: Sequence[str]) -> str:
    last = outcomes[-1]
    return TOO_FEW if last == PASSED or (last in UNFIT and PASSED in outcomes) else OUTCOMES[last]

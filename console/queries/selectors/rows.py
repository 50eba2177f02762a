"""Pairs with all that a lead's row or panel of one shows, in a fixed number of SQL queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from django.db.models import F
from django.http import Http404

from annotator.models import Gold, GuidelineExample, Problem, Score, Seat, graded
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.people.selectors.access import Lead
from annotator.player.selectors import PlayableClip, playable_clips
from consensus.decisions.explaining import worked
from consensus.decisions.selectors.verdicts import current_verdicts, pairs_without_clip, stuck_pairs
from consensus.models import Verdict, VerdictKind
from consensus.rules.ruling import ROUND_SIZE
from console.queries.charts import Outcome
from moments.models import Campaign, Pair

SHOWN_WITH = ("campaign", "query", "moment__video", "batch__protocol")


@dataclass(frozen=True, slots=True)
class PairRow:
    """One pair with all that is known of it."""

    pair: Pair
    clip: PlayableClip
    scores: list[Score]
    verdict: Verdict | None
    reports: list[Problem]
    stuck: bool
    was_example: bool = False
    gold: Gold | None = None

    @property
    def can_be_example(self) -> bool:
        """Whether the pair may be shown to everybody: it waits for no score and is no example yet."""
        return not self.was_example and self.outcome != "undecided"

    @property
    def can_be_reopened(self) -> bool:
        """Whether others may score the pair again: it is decided, and not everybody has seen it."""
        return self.verdict is not None and not self.was_example

    @property
    def can_be_withdrawn(self) -> bool:
        """Whether a lead may end the pair unjudged: it is in an open batch, and undecided."""
        return self.outcome == "undecided"

    @property
    def outcome(self) -> Outcome:
        """The pair's verdict, or how far it is without one."""
        if self.verdict is not None:
            return cast(Outcome, self.verdict.kind)
        return "undecided" if self.pair.batch_id else "unopened"

    @property
    def worked(self) -> str:
        """The rule's arithmetic on the pair's scores, where it has ruled on them."""
        protocol = self.verdict.protocol if self.verdict else self.pair.batch.protocol if self.pair.batch else None
        final = [graded(score.relevance) for score in self.scores if score.final]
        if protocol is None or (self.verdict and self.verdict.kind == VerdictKind.WITHDRAWN):
            return ""
        ruled = len(final) == len(self.scores) if self.verdict else len(self.scores) > ROUND_SIZE
        return worked(final if self.verdict else final[:ROUND_SIZE], tolerance=protocol.tolerance) if ruled else ""

    @property
    def rounds(self) -> list[tuple[int, list[Score]]]:
        """The scores by round."""
        return [(number, list(given)) for number, given in groupby(self.scores, key=lambda score: score.seat.round)]

    @property
    def flags(self) -> list[str]:
        """What else is to be known of the pair, in a word or two each."""
        known = {
            "on hold": self.pair.parked,
            "nobody can score it": self.stuck,
            "reported": bool(self.reports) and not self.pair.parked,
            "example": self.was_example,
            "gold": self.gold is not None,
            f"attempt {self.pair.attempt}": self.pair.attempt > 1,
        }
        return [flag for flag, holds in known.items() if holds]

    @property
    def needs_lead(self) -> bool:
        """Whether only a lead can help the pair on."""
        return self.pair.parked or self.stuck


def pair_rows(campaign: Campaign, pairs: Sequence[Pair]) -> list[PairRow]:
    """The rows of the pairs, in their order; the pairs come with what SHOWN_WITH names."""
    ids = [pair.pk for pair in pairs]
    clips = playable_clips(pair.moment_id for pair in pairs)
    scores, reports = _scores(ids), _open_reports(ids)
    verdicts = {one.pair_id: one for one in current_verdicts().filter(pair__in=ids).select_related("protocol")}
    examples = set(GuidelineExample.objects.filter(pair__in=ids).values_list("pair", flat=True))
    golds = {gold.pair_id: gold for gold in Gold.objects.filter(pair__in=ids, active=True)}
    waiting = (stuck_pairs(campaign).filter(pk__in=ids), pairs_without_clip(campaign).filter(pk__in=ids))
    stuck = {pk for found in waiting for pk in found.values_list("pk", flat=True)}
    return [
        PairRow(
            pair=pair,
            clip=clips[pair.moment_id],
            scores=scores[pair.pk],
            verdict=verdicts.get(pair.pk),
            reports=reports[pair.pk],
            stuck=pair.pk in stuck,
            was_example=pair.pk in examples,
            gold=golds.get(pair.pk),
        )
        for pair in pairs
    ]


def row_of_pair(lead: Lead, number: int) -> PairRow:
    """The pair of that number; raises Http404 if the campaign has none."""
    pairs = list(lead.campaign.pairs.select_related(*SHOWN_WITH).filter(number=number))
    if not pairs:
        raise Http404("no such pair")
    return pair_rows(lead.campaign, pairs)[0]


def _scores(pairs: Sequence[int]) -> dict[int, list[Score]]:
    """The current scores of the pairs' current attempts, by pair."""
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=pairs, attempt=F("pair__attempt"))
    rows = Score.objects.filter(current=True, seat__in=live).select_related("seat", "annotator")
    scores: dict[int, list[Score]] = defaultdict(list)
    for score in rows.order_by("seat__round", "seat__number"):
        scores[score.seat.pair_id].append(score)
    return scores


def _open_reports(pairs: Sequence[int]) -> dict[int, list[Problem]]:
    rows = Problem.objects.filter(pair__in=pairs, resolved_at=None).select_related("annotator").order_by("pk")
    reports: dict[int, list[Problem]] = defaultdict(list)
    for problem in rows:
        reports[problem.pair_id].append(problem)
    return reports

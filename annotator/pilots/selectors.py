"""The pilots of a campaign: how far each is, how people agree in it, and on which pairs they differ."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count

from annotator.models import Pilot, PilotPair, Score, Seat, graded
from annotator.people.selectors.access import Lead
from annotator.people.selectors.memberships import qualified_annotators
from annotator.pilots.figures import Disagreement, PilotFigures, PilotScore, pilot_figures
from annotator.player.selectors import PlayableClip, playable_clips
from annotator.seats.selectors.counting import SeatCounts, counts_by
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, Pair, Split

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class ShownDisagreement:
    """A pair on which people differ, with what they saw."""

    found: Disagreement
    pair: Pair
    clip: PlayableClip


@dataclass(frozen=True, slots=True)
class PilotRow:
    """A pilot with its counts and figures; of many disagreements only the first are shown."""

    pilot: Pilot
    people: list[str]
    queries: int
    pairs: int
    counts: SeatCounts
    figures: PilotFigures
    shown: list[ShownDisagreement]

    @property
    def is_running(self) -> bool:
        """Whether somebody may still score in it."""
        return self.pilot.stopped_at is None and self.counts.waiting > 0


@dataclass(frozen=True, slots=True)
class PilotsPage:
    """All pilots, newest first, and what a new one may be made of: live queries by split, and qualified people."""

    rows: list[PilotRow]
    people: list[str]
    queries: dict[str, int]
    tolerance: int


def pilots_page(lead: Lead) -> PilotsPage:
    """The page, in a fixed number of SQL queries."""
    campaign = lead.campaign
    tolerance = newest_protocol(campaign).protocol.tolerance
    scores, seats, sizes = _scores(campaign), counts_by(campaign, "pilot"), _sizes(campaign)
    pilots = list(campaign.pilots.prefetch_related("people").order_by("-number"))
    figures = {
        pilot.pk: pilot_figures(scores.get(pilot.pk, []), tolerance=tolerance, scale=campaign.scale) for pilot in pilots
    }
    shown = _shown(campaign, {pilot: found.disagreements[:MOST_SHOWN] for pilot, found in figures.items()})
    rows = [
        PilotRow(
            pilot,
            sorted(member.pseudonym for member in pilot.people.all()),
            *sizes.get(pilot.pk, (0, 0)),
            seats.get(pilot.pk, SeatCounts()),
            figures[pilot.pk],
            shown[pilot.pk],
        )
        for pilot in pilots
    ]
    live = campaign.queries.filter(retired_at=None).order_by().values_list("split").annotate(n=Count("pk"))
    counts = dict(live)
    return PilotsPage(
        rows=rows,
        people=list(qualified_annotators(campaign).order_by("pseudonym").values_list("pseudonym", flat=True)),
        queries={split: counts.get(split, 0) for split in (Split.EXAM, Split.VAL, Split.TEST)},
        tolerance=tolerance,
    )


def _scores(campaign: Campaign) -> dict[int, list[PilotScore]]:
    """By pilot the scores that stand in it, by pair and person."""
    seats = Seat.objects.filter(campaign=campaign, pilot__isnull=False)
    rows = Score.objects.filter(seat__in=seats, current=True).values_list(
        "seat__pilot", "seat__pair__number", "annotator__pseudonym", "relevance"
    )
    found: dict[int, list[PilotScore]] = defaultdict(list)
    for pilot, pair, person, relevance in rows.order_by("seat__pair__number", "annotator__pseudonym"):
        found[pilot].append(PilotScore(pair, person, graded(relevance)))
    return found


def _sizes(campaign: Campaign) -> dict[int, tuple[int, int]]:
    """By pilot its queries and pairs."""
    rows = PilotPair.objects.filter(pilot__campaign=campaign).order_by().values_list("pilot")
    counted = rows.annotate(queries=Count("pair__query", distinct=True), pairs=Count("pk"))
    return {pilot: (queries, pairs) for pilot, queries, pairs in counted}


def _shown(campaign: Campaign, found: dict[int, list[Disagreement]]) -> dict[int, list[ShownDisagreement]]:
    numbers = {one.pair for disagreements in found.values() for one in disagreements}
    rows = campaign.pairs.filter(number__in=numbers).select_related("query", "moment")
    pairs = {pair.number: pair for pair in rows}
    clips = playable_clips(pair.moment_id for pair in pairs.values())
    return {
        pilot: [ShownDisagreement(one, pairs[one.pair], clips[pairs[one.pair].moment_id]) for one in disagreements]
        for pilot, disagreements in found.items()
    }

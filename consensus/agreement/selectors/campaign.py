"""The data of the agreement page as columns, and its figures, which are cached until the ledger grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from django.core.cache import cache
from django.db.models import F

from annotator.models import Membership, Purpose, Score, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.people.selectors.access import Lead
from annotator.statistics.scale import Integers
from annotator.worktime.selectors import Millis
from consensus.agreement.blocks import AlphaBlocks, alpha_by_pairs, alpha_by_week
from consensus.agreement.columns import Scored, paired
from consensus.agreement.figures import AgreementFigures, agreement_figures
from consensus.agreement.ranges import Fate
from consensus.agreement.selectors.archive import archive_columns, archive_escalated
from consensus.decisions.selectors.score_source import is_archive
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import VerdictKind
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, LedgerHead

Which = Literal["first", "all"]
By = Literal["pairs", "week"]
KEPT_S = 24 * 3600


@dataclass(frozen=True, slots=True)
class AgreementPage:
    """The figures of a campaign, alpha over time, and the tolerance that they were held against."""

    figures: AgreementFigures
    blocks: AlphaBlocks
    tolerance: int


def agreement_page(lead: Lead, *, which: Which, by: By) -> AgreementPage:
    """The page's figures. Only decisions change them, so they are cached under the end of the ledger."""
    head = LedgerHead.objects.filter(campaign=lead.campaign).values_list("hash", flat=True).first()
    key = f"agreement:{lead.campaign.pk}:{head}:{which}:{by}:{lead.campaign.zone}"
    kept: AgreementPage | None = cache.get(key)
    if kept is None:
        kept = _made(lead.campaign, which, by)
        cache.set(key, kept, KEPT_S)
    return kept


def query_texts(lead: Lead, page: AgreementPage) -> dict[int, tuple[int, str]]:
    """Number and text of the disputed queries, by key; one SQL query."""
    keys = [disputed.query for disputed in page.figures.disputed]
    rows = lead.campaign.queries.filter(pk__in=keys).values_list("pk", "query_id", "text")
    return {key: (number, text) for key, number, text in rows}


def _made(campaign: Campaign, which: Which, by: By) -> AgreementPage:
    tolerance, first = newest_protocol(campaign).tolerance, which == "first"
    ended = dict(
        current_verdicts().filter(pair__campaign=campaign).exclude(kind=VerdictKind.AGREED).values_list("pair", "kind")
    )
    withdrawn = [pair for pair, kind in ended.items() if kind == VerdictKind.WITHDRAWN]
    given = archive_columns(campaign) if is_archive(campaign) else _scored(campaign, withdrawn)
    scored = paired(given, first_round=first)
    discarded = [pair for pair, kind in ended.items() if kind != VerdictKind.WITHDRAWN]
    escalated = archive_escalated(campaign) if is_archive(campaign) else _escalated(campaign)
    fate = Fate(escalated=escalated, discarded=discarded)
    figures = agreement_figures(scored, fate, tolerance=tolerance, first_round=first)
    by_week = by == "week" and not is_archive(campaign)  # an archive tells no times
    blocks = alpha_by_week(scored, campaign.zone) if by_week else alpha_by_pairs(scored)
    return AgreementPage(figures, blocks, tolerance)


def _escalated(campaign: Campaign) -> list[int]:
    """The pairs whose present attempt has a second round."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign, round=2, attempt=F("pair__attempt"))
    return list(seats.order_by().values_list("pair", flat=True).distinct())


def _scored(campaign: Campaign, withdrawn: list[int]) -> Scored:
    """The scores that were ruled on, of pairs' present attempts, voided ones and withdrawn pairs left out."""
    scores = Score.objects.filter(
        current=True,
        final=True,
        seat__campaign=campaign,
        seat__purpose=Purpose.CAMPAIGN,
        seat__superseded=False,
        seat__state=SeatState.SETTLED,
        seat__attempt=F("seat__pair__attempt"),
    ).order_by()
    rows = scores.values_list(
        "seat__pair", "seat__pair__query", "annotator", "seat__round", "relevance", Millis("worked_at")
    )
    # All at once: for a server-side cursor PostgreSQL plans for the first rows, which takes twice as long for all.
    table = np.array(list(rows), dtype=np.int64).reshape(-1, 6)
    table = table[~np.isin(table[:, 0], withdrawn)]
    raters, rater = _raters(campaign, table[:, 2])
    order = np.lexsort((rater, table[:, 0]))
    pair, query, _, round_, score, at = table[order].T
    return Scored(raters, pair, query, rater[order], round_, score, at, campaign.scale)


def _raters(campaign: Campaign, members: Integers) -> tuple[tuple[str, ...], Integers]:
    """The pseudonyms of those who scored, sorted, and the place among them of each entry's person."""
    keys, places = np.unique(members, return_inverse=True)
    known = dict(Membership.objects.filter(campaign=campaign).values_list("pk", "pseudonym"))
    names = np.array([known[key] for key in keys.tolist()], dtype=str)
    raters, ordered = np.unique(names, return_inverse=True)
    return tuple(raters.tolist()), ordered[places]

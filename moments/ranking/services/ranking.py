"""Makes the pairs: candidates ranked here or imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.corpus.files.query_file import CandidateRow
from moments.corpus.selectors.incoming import KnownCorpus
from moments.encoders import Advance, Encoder, no_progress
from moments.models import Campaign, Query
from moments.ranking.exact import RankedPlace, ranked_candidates
from moments.ranking.selectors import Captions, all_queries, captions_of, rankable_queries, same_queries
from moments.ranking.services.candidate_lists import Listed, save_lists
from moments.ranking.services.pairs import NewPair, replace_pairs


@dataclass(frozen=True, slots=True)
class RankedCounts:
    """How many queries were ranked, into how many pairs, and how many were open or in use already."""

    queries: int
    pairs: int
    left_alone: int


def rank_candidates(
    *,
    campaign: Campaign,
    encoder: Encoder,
    name: str,
    top: int,
    now: datetime,
    advance: Advance = no_progress,
    encoding: Advance = no_progress,
) -> RankedCounts:
    """Rank every query that has no open batch and whose pairs nothing uses, again, and keep the list of `name`.

    `advance(1)` is called for each query, `encoding` with the texts that became vectors. Ranking needs no
    transaction; all that came of it is written in one. Raises BadInput if there is nothing to rank, and where
    queries were opened or edited meanwhile.
    """
    check_top(top)
    queries, left_alone = rankable_queries(campaign)
    captions = captions_of(campaign)
    found = ranked(queries, captions, encoder, top=top, advance=advance, encoding=encoding)
    with transaction.atomic():
        hold_unchanged(campaign, queries)
        save_lists(source=name, found=listed(queries, captions, found), now=now)
        pairs = replace_pairs(
            campaign=campaign,
            queries=queries,
            pairs=(
                NewPair(query.pk, captions.pks[one.moment], one.rank, one.similarity)
                for query, row in zip(queries, found, strict=True)
                for one in row
            ),
            about={"encoder": name, "top": top},
            now=now,
        )
        campaign.encoder = name
        campaign.save(update_fields=["encoder"])
    return RankedCounts(len(queries), pairs, left_alone)


def list_candidates(
    *,
    campaign: Campaign,
    encoder: Encoder,
    name: str,
    top: int,
    now: datetime,
    advance: Advance = no_progress,
    encoding: Advance = no_progress,
) -> Listed:
    """Keep the encoder's list of every query, open ones too, and make no pairs.

    Raises BadInput if there is nothing to rank.
    """
    check_top(top)
    queries, captions = all_queries(campaign), captions_of(campaign)
    found = ranked(queries, captions, encoder, top=top, advance=advance, encoding=encoding)
    return save_lists(source=name, found=listed(queries, captions, found), now=now)


def check_top(top: int) -> None:
    """Raises BadInput for a number of candidates that cannot be."""
    if not 1 <= top <= 1000:
        raise BadInput(f"expected 1 to 1000, got {top}", field="top")


def ranked(
    queries: Sequence[Query],
    captions: Captions,
    encoder: Encoder,
    *,
    top: int,
    advance: Advance = no_progress,
    encoding: Advance = no_progress,
) -> list[list[RankedPlace]]:
    """For each query its `top` candidates by the encoder, the own moment first."""
    encoder.fit(captions.texts)
    vectors = encoder.encode(captions.texts, encoding)
    asked = encoder.encode_queries([query.text for query in queries], encoding)
    places = captions.places()
    own = [places.get(query.own_moment_id or 0) for query in queries]
    found = []
    for row in ranked_candidates(asked, vectors, own, top=top):
        found.append(row)
        advance(1)
    return found


def listed(
    queries: Sequence[Query], captions: Captions, found: Sequence[Sequence[RankedPlace]]
) -> dict[int, list[tuple[int, float]]]:
    """The candidates as lists are kept: by query (primary key) desc_id and similarity, best first."""
    return {
        query.pk: [(captions.desc_ids[one.moment], one.similarity) for one in row]
        for query, row in zip(queries, found, strict=True)
    }


def hold_unchanged(campaign: Campaign, queries: Sequence[Query]) -> None:
    """Hold the campaign; raises BadInput if its queries are not those that were ranked any more."""
    hold_campaign(campaign)
    if not same_queries(queries, rankable_queries(campaign)[0]):
        raise BadInput(f"queries of {campaign.slug!r} were opened or changed in the meantime; run it again")


@transaction.atomic
def import_candidates(*, campaign: Campaign, rows: Sequence[CandidateRow], now: datetime) -> RankedCounts:
    """Take the file's candidates for its queries, in place of earlier ones.

    Raises BadLine, with nothing changed, for an unknown query or moment and for a query that is open or whose pairs
    are in use, for example by an exam.
    """
    known, pairs = KnownCorpus(campaign), []
    for row in sorted(rows, key=lambda row: (row.query_id, row.rank)):
        known.require(row)
        moment = known.moments[row.desc_id]
        pairs.append(NewPair(known.queries[row.query_id].pk, moment, row.rank, row.similarity))
    named = [known.queries[query_id] for query_id in sorted({row.query_id for row in rows})]
    about: dict[str, object] = {"encoder": "imported", "pairs": len(pairs)}
    replace_pairs(campaign=campaign, queries=named, pairs=pairs, about=about, now=now)
    _name_encoder(campaign, all_of_them=len(named) == len(known.queries))
    return RankedCounts(len(named), len(pairs), 0)


def _name_encoder(campaign: Campaign, *, all_of_them: bool) -> None:
    """An export names the encoder of its similarities: no longer that of pairs that are gone."""
    if not campaign.encoder:
        return
    encoders = f"{campaign.encoder.removesuffix(' and imported')} and imported"
    campaign.encoder = "" if all_of_them else encoders[:200]
    campaign.save(update_fields=["encoder"])

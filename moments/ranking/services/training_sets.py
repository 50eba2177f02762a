"""Makes training sets out of a campaign's captions, without what validation and test ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from moments.base.errors import BadInput
from moments.corpus.sampling import folded
from moments.encoders import Advance, Encoder, no_progress
from moments.models import Campaign, Split
from moments.ranking.exact import RankedPlace, ranked_candidates
from moments.ranking.training_sets import TrainingMoment, write_training_sets

HELD_OUT = (Split.VAL, Split.TEST)
CHUNK = 5000
AT_ONCE = 2048


@dataclass(frozen=True, slots=True)
class TrainingSets:
    """How many captions are queries, how many were left out for their text, and the rows of each file."""

    queries: int
    left_out: int
    rows: dict[str, int]


def make_training_sets(
    *,
    campaign: Campaign,
    encoder: Encoder,
    tops: Sequence[int],
    folder: Path,
    advance: Advance = no_progress,
) -> TrainingSets:
    """Every caption is a query over all moments, its own first, except those whose text val or test asks.

    Texts are compared folded (`corpus.sampling.folded`). `advance` counts texts encoded and queries ranked.
    Raises BadInput for depths that cannot be, a campaign without moments, and if the folder cannot be written.
    """
    _check(tops)
    moments = _moments(campaign)
    held = {folded(text) for text in campaign.queries.filter(split__in=HELD_OUT).values_list("text", flat=True)}
    asked = [place for place, moment in enumerate(moments) if folded(moment.caption) not in held]
    rankings = _rankings(encoder, moments, asked, max(tops), advance)
    rows = write_training_sets(folder, sorted(set(tops)), moments, rankings)
    return TrainingSets(len(asked), len(moments) - len(asked), rows)


def _check(tops: Sequence[int]) -> None:
    if not tops:
        raise BadInput("name at least one depth", field="top")
    for top in tops:
        if not 1 <= top <= 1000:
            raise BadInput(f"expected 1 to 1000, got {top}", field="top")


def _moments(campaign: Campaign) -> list[TrainingMoment]:
    fields = ("desc_id", "caption", "video__name", "start_s", "end_s", "video__duration_s")
    rows = campaign.moments.order_by("desc_id").values_list(*fields).iterator(chunk_size=CHUNK)
    moments = [TrainingMoment._make(row) for row in rows]
    if not moments:
        raise BadInput(f"campaign {campaign.slug!r} has no moments; run import_moments first")
    return moments


def _rankings(
    encoder: Encoder, moments: Sequence[TrainingMoment], asked: Sequence[int], top: int, advance: Advance
) -> Iterator[tuple[int, list[RankedPlace]]]:
    captions = [moment.caption for moment in moments]
    encoder.fit(captions)
    vectors = encoder.encode(captions, advance)
    for start in range(0, len(asked), AT_ONCE):
        part = asked[start : start + AT_ONCE]
        queries = encoder.encode_queries([captions[place] for place in part])
        yield from zip(part, ranked_candidates(queries, vectors, part, top=top), strict=True)
        advance(len(part))

"""Finds the clips that look most like a caption's own: those whose descriptions are nearest, by the encoder (T4)."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.models import LookAlike
from consensus.twin_truths.selectors.unopened import with_both_clips
from moments.encoders.registry import DEFAULT_ENCODER, kind_of
from moments.encoders.services import stored_encoder
from moments.models import Campaign, Pair, Twin
from moments.ranking.exact import ranked_candidates

CHUNK = 2000


def store_lookalikes(*, campaign: Campaign, pairs: Sequence[Pair], count: int) -> int:
    """Store for each pair the `count` clips that look most like its own, in the same direction; how many in all.

    Fewer where the campaign has fewer twins. Clips of the same video are left out as long as there are others: a
    caption may be true of what follows in the same scene.
    """
    if not pairs:
        return 0
    twins = list(
        with_both_clips(Twin.objects.filter(forward__campaign=campaign))
        .select_related("forward")
        .order_by("forward__desc_id")
    )
    places = {twin.forward_id: place for place, twin in enumerate(twins)}
    places |= {twin.backward_id: place for place, twin in enumerate(twins)}
    wanted = sorted({places[pair.moment_id] for pair in pairs})
    nearest = _nearest(campaign, twins, wanted, count)
    rows = [
        LookAlike(pair=pair, moment_id=_same_way(twins[near], twins[own], pair), place=place)
        for pair in pairs
        for own in (places[pair.moment_id],)
        for place, near in enumerate(nearest[own], start=1)
    ]
    return len(LookAlike.objects.bulk_create(rows, batch_size=CHUNK))


def _nearest(campaign: Campaign, twins: Sequence[Twin], wanted: Sequence[int], count: int) -> dict[int, list[int]]:
    """The places of the twins whose descriptions are nearest, best first; those of the same video come last."""
    kind = kind_of(campaign.encoder)
    encoder = stored_encoder(campaign.encoder if kind and kind.compares_texts else DEFAULT_ENCODER)
    texts = [twin.forward.caption or twin.forward.description for twin in twins]
    encoder.fit(texts)
    vectors = encoder.encode(texts)
    of_video: dict[int, int] = {}
    for twin in twins:
        of_video[twin.forward.video_id] = of_video.get(twin.forward.video_id, 0) + 1
    top = min(len(twins), count + max(of_video.values()))
    found = ranked_candidates(vectors[list(wanted)], vectors, list(wanted), top=top)
    return {
        own: _chosen(twins, own, [one.moment for one in ranked], count)
        for own, ranked in zip(wanted, found, strict=True)
    }


def _chosen(twins: Sequence[Twin], own: int, ranked: Sequence[int], count: int) -> list[int]:
    others = [place for place in ranked if place != own]
    elsewhere = [place for place in others if twins[place].forward.video_id != twins[own].forward.video_id]
    beside = [place for place in others if place not in set(elsewhere)]
    return (elsewhere + beside)[:count]


def _same_way(near: Twin, own: Twin, pair: Pair) -> int:
    """The clip of the look-alike that plays the same way as the pair's own."""
    return near.forward_id if pair.moment_id == own.forward_id else near.backward_id

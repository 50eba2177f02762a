"""Rewrites of captions as pages show them: beside their caption, that of the twin, and the clip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from annotator.player.selectors import PlayableClip, playable_clips
from consensus.models import CaptionRewrite, SampledRewrite
from consensus.twins.rewrites.review import RewriteVerdict
from moments.models import Campaign, Direction, Moment

KEPT, REFUSED, WRONG, FALLEN = "kept", "refused", "wrong", "fallen"
LISTS: dict[str, dict[str, bool | str]] = {
    KEPT: {"stands": True},
    REFUSED: {"stands": False, "verdict": ""},
    WRONG: {"verdict": RewriteVerdict.WRONG.value},
    FALLEN: {"stands": False, "fault": ""},
}


@dataclass(frozen=True, slots=True)
class RewriteCard:
    """A rewrite with its caption, the twin's caption ("" if there is none), moment, video, and its clip if asked."""

    rewrite: CaptionRewrite
    caption: str
    twin: str
    moment: Moment
    video: str
    clip: PlayableClip | None = None
    place: int = 0


def listed_rewrites(campaign: Campaign, shown: str) -> QuerySet[CaptionRewrite]:
    """The rewrites of a list of the page, by caption."""
    rows = CaptionRewrite.objects.filter(pair__campaign=campaign, **LISTS[shown])
    if shown == REFUSED:
        rows = rows.exclude(fault="")
    elif shown == FALLEN:
        rows = rows.exclude(verdict=RewriteVerdict.WRONG)
    related = ("caption", "pair__moment__as_forward__backward", "pair__moment__video")
    return rows.select_related(*related).order_by("pair__moment__desc_id", "-direction", "pk")


def list_counts(campaign: Campaign) -> dict[str, int]:
    """How many rewrites each list of the page has."""
    return {shown: listed_rewrites(campaign, shown).count() for shown in LISTS}


def rewrite_cards(rewrites: Sequence[CaptionRewrite]) -> list[RewriteCard]:
    """The rewrites as a table shows them."""
    return [_card(rewrite) for rewrite in rewrites]


def review_cards(sampled: Sequence[SampledRewrite]) -> list[RewriteCard]:
    """What waits for review, with the clips; three SQL queries."""
    clips = playable_clips(_moment(one.rewrite).pk for one in sampled)
    return [_card(one.rewrite, clips[_moment(one.rewrite).pk], one.place) for one in sampled]


def _card(rewrite: CaptionRewrite, clip: PlayableClip | None = None, place: int = 0) -> RewriteCard:
    texts = rewrite.caption.forward_text, rewrite.caption.backward_text
    own, twin = texts if rewrite.direction == Direction.FORWARD else reversed(texts)
    return RewriteCard(rewrite, own, twin, _moment(rewrite), rewrite.pair.moment.video.name, clip, place)


def _moment(rewrite: CaptionRewrite) -> Moment:
    forward = rewrite.pair.moment
    return forward if rewrite.direction == Direction.FORWARD else forward.as_forward.backward

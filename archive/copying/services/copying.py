"""Makes a campaign in draft with the settings of another and, if wanted, its corpus: never people or scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from annotator.models import User
from annotator.people.services.founding import lead_new_campaign
from annotator.people.services.people import new_pseudonym
from archive.copying.services.clips import FreshKeys, clips_to_share, copy_clips, posters_to_share, shared_clips
from archive.copying.services.known import copy_references, copy_what_is_known
from archive.copying.services.rows import Keys, copied
from archive.copying.services.texts import copy_quotas, copy_texts
from consensus.pairs.services.moments import withdraw_moments
from moments.base.errors import BadInput
from moments.campaign.ledger_kinds import CAMPAIGN_COPIED
from moments.campaign.selectors import levels_of, newest_protocol, parameters_of
from moments.campaign.services import create_campaign
from moments.database.planner_statistics import refresh_statistics
from moments.ledger.services import record_decision
from moments.models import (
    Campaign,
    CandidateList,
    Moment,
    Pair,
    PairSource,
    Query,
    Rewriting,
    Twin,
    Video,
    WithdrawnMoment,
)

SETTINGS = ("clip_height", "clip_fps", "clip_sound", "early_press", "time_zone", "currency", "idle_s")
LONGEST_TITLE = 200
NOTHING: FreshKeys = {}


def copy_campaign(
    *,
    source: Campaign,
    slug: str,
    title: str,
    with_corpus: bool,
    now: datetime,
    actor: str,
    is_trial: bool = False,
    founder: User | None = None,
    advance: Callable[[int], None] = lambda done: None,
) -> Campaign:
    """The copy, in draft, with a ledger of its own.

    It has the scale, the newest protocol, the settings of clips, the desk and hidden checks, and the newest guideline,
    tutorial and consent text. With its corpus it also has videos, moments with captions, their clips, the queries that
    are not retired with their candidates, exams as drafts, practice pairs and gold; where segments are marked, quotas
    and the questions whose answer is known. The guideline is without its examples, which are pairs that were scored. A
    trial has only what is worked with. A `founder` leads the copy and acts in it under the pseudonym that they get
    there. `advance` gets how many more clips are shared, before any row is stored. Raises
    BadInput for a bad or taken slug or title, and where clips cannot be stored.
    """
    if len(title) > LONGEST_TITLE or not (title or "x").isprintable():
        raise BadInput(f"expected one line of at most {LONGEST_TITLE} characters", field="title")
    if Campaign.objects.filter(slug=slug).exists():
        raise BadInput(f"campaign {slug!r} already exists")
    clips = shared_clips(source, advance) if with_corpus else nullcontext(NOTHING)
    with clips as keys, transaction.atomic():
        pseudonym = new_pseudonym()
        actor = pseudonym if founder else actor
        copy = _with_settings(source, slug, title, is_trial, now, actor)
        if founder is not None:
            lead_new_campaign(user=founder, campaign=copy, pseudonym=pseudonym, now=now)
        numbers = _copy_corpus(source, copy, keys, now, actor) if with_corpus else {}
        if not is_trial:
            copy_texts(source, copy, now, actor)
            copy_what_is_known(source, copy, numbers, now, actor)
        payload = {"source": source.slug, "parts": "settings and corpus" if with_corpus else "settings"}
        record_decision(campaign=copy, kind=CAMPAIGN_COPIED, actor=actor, payload=payload, now=now)
    return copy


def files_to_share(source: Campaign) -> int:
    """How many clips and posters a copy of the corpus shares at most."""
    return clips_to_share(source).count() + posters_to_share(source).count()


def _with_settings(source: Campaign, slug: str, title: str, is_trial: bool, now: datetime, actor: str) -> Campaign:
    copy = create_campaign(
        slug=slug,
        title=title,
        **parameters_of(newest_protocol(source))._asdict(),
        follow_suggestions=source.follow_suggestions,
        renditions=source.renditions,
        is_trial=is_trial,
        levels=levels_of(source),
        now=now,
        actor=actor,
    )
    for name in SETTINGS:
        setattr(copy, name, getattr(source, name))
    copy.save(update_fields=SETTINGS)
    return copy


def _copy_corpus(source: Campaign, copy: Campaign, keys: FreshKeys, now: datetime, actor: str) -> dict[int, int]:
    """The numbers of the copy's pairs by those of the source."""
    own: dict[str, Any] = {"campaign_id": copy.pk}
    videos = copied(source.videos.order_by("pk"), own, {})
    moments = copied(source.moments.order_by("pk"), own, {"video_id": videos})
    copied(Rewriting.objects.filter(moment__campaign=source).order_by("pk"), {}, {"moment_id": moments})
    copy_clips(source, keys, moments)
    _withdraw_too(source, copy, moments, now, actor)
    if source.is_twin:  # its queries and pairs are made when it opens
        twins = Twin.objects.filter(forward__campaign=source).order_by("pk")
        copied(twins, {}, {"forward_id": moments, "backward_id": moments})
        return {}
    if source.is_marked:
        copy_quotas(source, copy, now, actor)
        return copy_references(source, copy, videos, moments, now, actor)
    _copy_queries(source, own, moments)
    copy.encoder = source.encoder
    copy.save(update_fields=["encoder"])
    refresh_statistics(Video, Moment, Query, Pair)
    return {number: number for number in _pairs(source).values_list("number", flat=True)}


def _copy_queries(source: Campaign, own: Mapping[str, Any], moments: Keys) -> None:
    fresh = {**own, "version": 1, "priority": 0}
    queries = copied(_queries(source), fresh, {"own_moment_id": moments})
    unscored = {**own, "batch_id": None, "attempt": 1, "parked": False}
    pairs = copied(_pairs(source), unscored, {"query_id": queries, "moment_id": moments})
    copied(PairSource.objects.filter(pair__in=_pairs(source)).order_by("pk"), {}, {"pair_id": pairs})
    copied(CandidateList.objects.filter(query__in=_queries(source)).order_by("pk"), {}, {"query_id": queries})


def _withdraw_too(source: Campaign, copy: Campaign, moments: Keys, now: datetime, actor: str) -> None:
    """Withdraw everywhere what was withdrawn so in the source: what must not be shown must not be shown here."""
    groups: dict[str, list[int]] = {}
    for moment, reason in WithdrawnMoment.objects.filter(moment__campaign=source).values_list("moment", "reason"):
        groups.setdefault(reason, []).append(moments[moment])
    for reason, keys in sorted(groups.items()):
        withdrawn = list(copy.moments.filter(pk__in=keys).order_by("pk"))
        withdraw_moments(campaign=copy, moments=withdrawn, actor=actor, reason=reason, now=now)


def _queries(source: Campaign) -> QuerySet[Query]:
    return source.queries.filter(retired_at=None).order_by("pk")


def _pairs(source: Campaign) -> QuerySet[Pair]:
    return source.pairs.filter(study_only=False, query__retired_at=None).order_by("pk")

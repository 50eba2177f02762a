"""Makes a campaign in draft with the settings of another and, if wanted, its corpus: never people, scores or clips."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet

from annotator.guideline.selectors.reading import newest_guideline
from annotator.guideline.services import save_guideline
from annotator.joining.services.consents import save_consent
from annotator.people.selectors.consents import newest_consent
from moments.base.errors import BadInput
from moments.campaign.ledger_kinds import CAMPAIGN_COPIED
from moments.campaign.selectors import levels_of, newest_protocol
from moments.campaign.services import create_campaign
from moments.database.planner_statistics import refresh_statistics
from moments.ledger.services import record_decision
from moments.models import Campaign, CandidateList, Moment, Pair, PairSource, Query, Rewriting, Video
from moments.protocol import Protocol

AT_ONCE = 2000
SETTINGS = ("clip_height", "clip_fps", "clip_sound", "early_press", "time_zone", "currency", "idle_s")
LONGEST_TITLE = 200
Keys = dict[int, int]


@transaction.atomic
def copy_campaign(
    *,
    source: Campaign,
    slug: str,
    title: str,
    with_corpus: bool,
    now: datetime,
    actor: str,
    is_trial: bool = False,
    advance: Callable[[int], None] = lambda done: None,
) -> Campaign:
    """The copy, in draft, with a ledger of its own.

    It has the scale, the newest protocol, the settings of clips and the desk, and the newest guideline and consent
    text; with its corpus also videos, moments with captions, and the queries that are not retired with their
    candidates. The guideline is without its examples, which are pairs that were scored. `advance` gets how many more
    rows are copied. Raises BadInput for a bad or taken slug or title.
    """
    if len(title) > LONGEST_TITLE or not (title or "x").isprintable():
        raise BadInput(f"expected one line of at most {LONGEST_TITLE} characters", field="title")
    newest = newest_protocol(source)
    assert isinstance(newest.protocol, Protocol)
    copy = create_campaign(
        slug=slug,
        title=title,
        protocol=newest.protocol,
        marking=None if source.is_graded else newest.marking.protocol,
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
    _copy_texts(source, copy, now, actor)
    if with_corpus:
        _copy_corpus(source, copy, advance)
    payload = {"source": source.slug, "parts": "settings and corpus" if with_corpus else "settings"}
    record_decision(campaign=copy, kind=CAMPAIGN_COPIED, actor=actor, payload=payload, now=now)
    return copy


def corpus_rows(source: Campaign) -> int:
    """How many rows a copy of the corpus has."""
    return source.videos.count() + source.moments.count() + _queries(source).count() + _pairs(source).count()


def _copy_texts(source: Campaign, copy: Campaign, now: datetime, actor: str) -> None:
    guideline, consent = newest_guideline(source), newest_consent(source)
    if guideline is not None and not copy.is_trial:
        save_guideline(campaign=copy, text=guideline.text, renewed=True, actor=actor, now=now, seen_version=None)
    if consent is not None and not copy.is_trial:
        save_consent(campaign=copy, text=consent.text, seen_version=None, actor=actor, now=now)


def _copy_corpus(source: Campaign, copy: Campaign, advance: Callable[[int], None]) -> None:
    own: dict[str, Any] = {"campaign_id": copy.pk}
    videos = _copied(source.videos.order_by("pk"), own, {}, advance)
    moments = _copied(source.moments.order_by("pk"), own, {"video_id": videos}, advance)
    _copied(Rewriting.objects.filter(moment__campaign=source).order_by("pk"), {}, {"moment_id": moments})
    fresh = {**own, "version": 1, "priority": 0}
    queries = _copied(_queries(source), fresh, {"own_moment_id": moments}, advance)
    unscored = {**own, "batch_id": None, "attempt": 1, "parked": False}
    pairs = _copied(_pairs(source), unscored, {"query_id": queries, "moment_id": moments}, advance)
    _copied(PairSource.objects.filter(pair__in=_pairs(source)).order_by("pk"), {}, {"pair_id": pairs})
    _copied(CandidateList.objects.filter(query__in=_queries(source)).order_by("pk"), {}, {"query_id": queries})
    copy.encoder = source.encoder
    copy.save(update_fields=["encoder"])
    refresh_statistics(Video, Moment, Query, Pair)


def _queries(source: Campaign) -> QuerySet[Query]:
    return source.queries.filter(retired_at=None).order_by("pk")


def _pairs(source: Campaign) -> QuerySet[Pair]:
    return source.pairs.filter(study_only=False, query__retired_at=None).order_by("pk")


def _copied(
    rows: QuerySet[Any],
    fixed: Mapping[str, Any],
    mapped: Mapping[str, Keys],
    advance: Callable[[int], None] = lambda done: None,
) -> Keys:
    """Store copies of the rows with `fixed` columns and references changed as `mapped`; new keys by old ones."""
    model: type[Model] = rows.model
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    keys: Keys = {}
    values = iter(rows.values_list("pk", *names).iterator(chunk_size=AT_ONCE))
    while chunk := list(islice(values, AT_ONCE)):
        made = model._default_manager.bulk_create(_instances(model, names, chunk, fixed, mapped))
        keys |= {row[0]: instance.pk for row, instance in zip(chunk, made, strict=True)}
        advance(len(chunk))
    return keys


def _instances(
    model: type[Model],
    names: list[str],
    chunk: list[tuple[Any, ...]],
    fixed: Mapping[str, Any],
    mapped: Mapping[str, Keys],
) -> Iterator[Model]:
    for _, *row in chunk:
        values = dict(zip(names, row, strict=True)) | dict(fixed)
        for name, keys in mapped.items():
            values[name] = None if values[name] is None else keys[values[name]]
        yield model(**values)

"""Makes campaigns and the versions of their protocol."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F

from moments.base.errors import BadInput
from moments.campaign.ledger_kinds import CAMPAIGN_CHANGED, CAMPAIGN_CREATED, CAMPAIGN_STATUS, PROTOCOL_SET
from moments.campaign.selectors import parameters_of
from moments.ledger.services import record_decision
from moments.marking_protocol import MarkingProtocol
from moments.models import (
    Campaign,
    CampaignKind,
    CampaignStatus,
    LedgerHead,
    MarkingParameters,
    ProtocolVersion,
    ScaleLevel,
    TwinParameters,
)
from moments.models.checks import validate_renditions
from moments.parameters import Parameters
from moments.protocol import Protocol, ProtocolError
from moments.scale import PUBLISHED, Level
from moments.twin_protocol import AFTER_OPENING, TwinProtocol

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
USUAL_RENDITIONS = {CampaignKind.GRADE: "gif", CampaignKind.MARK: "gif", CampaignKind.TWIN: "mp4"}
# Of twins it is the most; a video with fewer frames a second keeps its own rate.
USUAL_FPS = {CampaignKind.GRADE: 3.0, CampaignKind.MARK: 3.0, CampaignKind.TWIN: 30.0}


def create_campaign(
    *,
    slug: str,
    title: str = "",
    protocol: Protocol,
    now: datetime,
    actor: str,
    follow_suggestions: bool = False,
    seed: int | None = None,
    renditions: str | None = None,
    marking: MarkingProtocol | None = None,
    twin: TwinProtocol | None = None,
    is_trial: bool = False,
    levels: Sequence[Level] = PUBLISHED,
) -> Campaign:
    """A campaign in draft with version 1 of its protocol; with parameters of `marking`, one that marks, and of
    `twin`, one of twins.

    Without `renditions`, clips become GIFs; in a twins campaign, MP4s with as many frames a second as their video.
    Raises BadInput for a bad or taken slug, for `renditions` that are not some of gif, mp4 and webp, by commas, and
    for a protocol that does not fit the scale of the `levels`, which `checked_levels` has seen.
    """
    kind = _kind_of(marking, twin)
    renditions = USUAL_RENDITIONS[kind] if renditions is None else renditions
    _require_names(slug, renditions)
    campaign = Campaign(
        slug=slug,
        kind=kind,
        clip_fps=USUAL_FPS[kind],
        title=title or slug,
        follow_suggestions=follow_suggestions,
        seed=secrets.randbits(60) if seed is None else seed,
        renditions=renditions,
        is_trial=is_trial,
        highest=len(levels) - 1,
        created_at=now,
    )
    try:
        with transaction.atomic():
            _store(campaign, levels, now, actor)
            set_protocol(campaign=campaign, protocol=protocol, marking=marking, twin=twin, now=now, actor=actor)
    except IntegrityError as error:
        if Campaign.objects.filter(slug=slug).exists():
            raise BadInput(f"campaign {slug!r} already exists") from error
        raise
    return campaign


def _store(campaign: Campaign, levels: Sequence[Level], now: datetime, actor: str) -> None:
    campaign.save(force_insert=True)
    store_levels(campaign, levels)
    LedgerHead.objects.create(campaign=campaign)
    made = _made(campaign, levels)
    record_decision(campaign=campaign, kind=CAMPAIGN_CREATED, actor=actor, payload=made, now=now)


def _require_names(slug: str, renditions: str) -> None:
    if not SLUG.fullmatch(slug):
        raise BadInput(f"slug {slug!r}: use 1 to 60 of a–z, 0–9 and -")
    try:
        validate_renditions(renditions)
    except ValidationError as error:
        raise BadInput(f"renditions {error.message}") from error


def _made(campaign: Campaign, levels: Sequence[Level]) -> dict[str, object]:
    """What the ledger says of a new campaign."""
    return {
        "slug": campaign.slug,
        "follow_suggestions": campaign.follow_suggestions,
        "renditions": campaign.renditions,
        **({} if campaign.is_graded else {"kind": campaign.kind}),
        **({"is_trial": True} if campaign.is_trial else {}),
        **({} if tuple(levels) == PUBLISHED else {"levels": [level.name for level in levels]}),
    }


@transaction.atomic
def set_protocol(
    *,
    campaign: Campaign,
    protocol: Protocol,
    now: datetime,
    actor: str,
    marking: MarkingProtocol | None = None,
    twin: TwinProtocol | None = None,
    seen: int | None = None,
) -> ProtocolVersion:
    """The protocol's next version, or the newest if nothing changed; batches opened later settle under it.

    A marking campaign needs parameters of `marking` and one of twins those of `twin`; any other has none. Raises
    BadInput if there is a newer version than `seen`, the one that the person changed; if the campaign's scale has no
    such tolerance or threshold; and if a twins campaign that has opened would get other rules.
    """
    assert _kind_of(marking, twin) == campaign.kind
    hold_campaign(campaign)
    campaign.refresh_from_db(fields=["highest"])
    try:
        protocol.require_on(campaign.scale)
    except ProtocolError as error:
        raise BadInput(str(error)) from error
    wanted = Parameters(protocol, marking, twin)
    newest = campaign.protocols.order_by("-version").first()
    if seen is not None and newest is not None and newest.version != seen:
        raise BadInput(f"version {newest.version} was made since you opened the page; look at it and try again")
    if newest is not None and parameters_of(newest) == wanted:
        return newest
    if newest is not None:
        _require_unopened(campaign, parameters_of(newest), wanted)
    number = newest.version + 1 if newest else 1
    version = ProtocolVersion.objects.create(campaign=campaign, version=number, created_at=now, **protocol.as_dict())
    if wanted.further is not None:
        table = MarkingParameters if marking else TwinParameters
        table.objects.create(version=version, **wanted.further.as_dict())
    payload = {"version": number, **wanted.as_dict()}
    record_decision(campaign=campaign, kind=PROTOCOL_SET, actor=actor, payload=payload, now=now)
    return version


def _require_unopened(campaign: Campaign, newest: Parameters, wanted: Parameters) -> None:
    """In a twins campaign clips follow the version with which it opened; only the lease is read again."""
    if not (campaign.is_twin and campaign.batches.exists()):
        return
    before, after = newest.as_dict(), wanted.as_dict()
    for key, value in after.items():
        if key not in AFTER_OPENING and before[key] != value:
            raise BadInput(f"the campaign has opened, so only {', '.join(AFTER_OPENING)} can change", field=key)


def _kind_of(marking: MarkingProtocol | None, twin: TwinProtocol | None) -> CampaignKind:
    """The kind of campaign that has these parameters; of both there is none."""
    assert marking is None or twin is None
    if marking is not None:
        return CampaignKind.MARK
    return CampaignKind.GRADE if twin is None else CampaignKind.TWIN


@transaction.atomic
def change_campaign(*, campaign: Campaign, fields: Collection[str], now: datetime, actor: str) -> None:
    """Save only those fields of the campaign: sweeps write theirs meanwhile."""
    if not fields:
        return
    campaign.save(update_fields=fields)
    changed = {field: str(getattr(campaign, field)) for field in fields}
    record_decision(campaign=campaign, kind=CAMPAIGN_CHANGED, actor=actor, payload=changed, now=now)


@transaction.atomic
def pause_campaign(*, campaign: Campaign, now: datetime, actor: str, reason: str = "") -> bool:
    """Stop giving out pairs; False if the campaign was not open."""
    return _move(campaign, CampaignStatus.OPEN, CampaignStatus.PAUSED, now, actor, reason)


@transaction.atomic
def resume_campaign(*, campaign: Campaign, now: datetime, actor: str, reason: str = "") -> bool:
    """Resume giving out pairs; False if the campaign was not paused."""
    return _move(campaign, CampaignStatus.PAUSED, CampaignStatus.OPEN, now, actor, reason)


def _move(
    campaign: Campaign, before: CampaignStatus, after: CampaignStatus, now: datetime, actor: str, reason: str
) -> bool:
    if not Campaign.objects.filter(pk=campaign.pk, status=before).update(status=after):
        return False
    payload = {"status": after.value, **({"reason": reason} if reason else {})}
    record_decision(campaign=campaign, kind=CAMPAIGN_STATUS, actor=actor, payload=payload, now=now)
    return True


def store_levels(campaign: Campaign, levels: Sequence[Level]) -> None:
    """Store the rows of a scale that `checked_levels` has seen."""
    ScaleLevel.objects.bulk_create(ScaleLevel(campaign=campaign, **asdict(level)) for level in levels)


def hold_campaign(campaign: Campaign) -> None:
    """Make this transaction and all others that hold the campaign follow each other."""
    Campaign.objects.filter(pk=campaign.pk).update(status=F("status"))


def hold_scale(campaign: Campaign) -> None:
    """The same before something is judged in a draft: the scale as it is now, whoever changed it since it was read."""
    hold_campaign(campaign)
    campaign.refresh_from_db(fields=["highest"])

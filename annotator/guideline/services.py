"""Makes the next version of a campaign's guideline: its text, its examples, its pictures; and notes who read which."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.guideline.ledger_kinds import GUIDELINE_SAVED
from annotator.guideline.principles import checked_principles
from annotator.guideline.selectors.examples import MOST_EXAMPLES, refused_examples
from annotator.guideline.selectors.illustrations import placed_where, refused_clip
from annotator.guideline.selectors.reading import newest_guideline, principles_in
from annotator.models import (
    Guideline,
    GuidelineExample,
    GuidelineReading,
    Membership,
    WorkEvent,
    WorkKind,
)
from annotator.text.prose import checked_text
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign, hold_scale
from moments.illustrations.selectors import known_numbers
from moments.illustrations.services import add_moment_clip, remove_illustration
from moments.ledger.services import record_decision
from moments.models import Campaign, Illustration, Moment, Pair

LONGEST_NOTE = 1000


class SavedMeanwhile(BadInput):
    """Somebody else saved a version in the meantime."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """An example of a version that is not saved yet."""

    pair: Pair
    relevance: int
    note: str


@transaction.atomic
def save_guideline(
    *,
    campaign: Campaign,
    text: str,
    principles: str | None = None,
    renewed: bool,
    actor: str,
    now: datetime,
    seen_version: int | None,
) -> Guideline:
    """The next version with this text and the examples as they are; `renewed` shows it to everybody again.

    `principles` are what to keep in mind, None for those in force. `seen_version` is what the text was written upon
    (None: there was none). The same sent twice by one person is one version. Raises SavedMeanwhile where another
    version came between, BadInput, naming the line, if nothing changed or the text cannot be shown.
    """
    hold_campaign(campaign)
    newest = newest_guideline(campaign)
    if newest is not None and newest.version == (seen_version or 0) + 1:
        points = newest.principles if principles is None else checked_principles(principles)
        sent = (actor, checked_text(text, placed=known_numbers(campaign)), points, renewed)
        if sent == (newest.actor, newest.text, newest.principles, newest.renewed):
            return newest
    if (newest.version if newest else None) != seen_version:
        who = f"version {newest.version} was saved by {newest.actor}" if newest else "there is no version"
        raise SavedMeanwhile(f"{who} in the meantime; compare it with your text, then save again")
    text = checked_text(text, placed=known_numbers(campaign))
    before = principles_in(newest, campaign)
    points = before if principles is None else checked_principles(principles)
    if newest is None and not text and points == before:
        raise BadInput("text: is empty")
    if newest is not None and newest.text == text and points == before and not renewed:
        raise BadInput("the text has not changed")
    return _next_version(campaign, newest, text, points, renewed, _examples(newest), actor, now)


@transaction.atomic
def add_example(*, pair: Pair, relevance: int, note: str, actor: str, now: datetime) -> Guideline:
    """The next version with the pair as one more example of a level, as `add_examples` makes it."""
    return add_examples(campaign=pair.campaign, levels=[(pair, relevance)], note=note, actor=actor, now=now)


@transaction.atomic
def add_examples(
    *, campaign: Campaign, levels: Sequence[tuple[Pair, int]], note: str, actor: str, now: datetime
) -> Guideline:
    """The next version with the pairs as further examples, each of its level, all with the note.

    Everybody will see their queries and clips, so nobody is ever seated on them again. Raises BadInput if a pair
    still waits for scores, belongs to the exam, or is an example already, and for more examples than fit.
    """
    hold_scale(campaign)
    if any(relevance not in campaign.scale for _, relevance in levels):
        raise BadInput(f"level: expected {campaign.scale}")
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise BadInput(f"note: expected at most {LONGEST_NOTE} characters")
    refused = refused_examples([pair for pair, _ in levels])
    for pair, _ in levels:
        if pair.pk in refused:
            raise BadInput(refused[pair.pk])
    newest = newest_guideline(campaign)
    kept = _examples(newest)
    if len(kept) + len(levels) > MOST_EXAMPLES:
        room = f"there is room for {MOST_EXAMPLES - len(kept)} more" if len(levels) > 1 else "remove one first"
        raise BadInput(f"there are already {len(kept)} examples; {room}")
    examples = [*kept, *(_Chosen(pair, relevance, note) for pair, relevance in levels)]
    text = newest.text if newest else ""
    return _next_version(campaign, newest, text, principles_in(newest, campaign), False, examples, actor, now)


@transaction.atomic
def remove_example(*, campaign: Campaign, pair: Pair, actor: str, now: datetime) -> Guideline:
    """The next version without that example; raises BadInput if the pair is not an example."""
    hold_campaign(campaign)
    newest = newest_guideline(campaign)
    kept = _examples(newest)
    examples = [example for example in kept if example.pair.pk != pair.pk]
    if newest is None or len(examples) == len(kept):
        raise BadInput(f"pair {pair.number} is not an example of the guideline in force")
    return _next_version(campaign, newest, newest.text, principles_in(newest, campaign), False, examples, actor, now)


@transaction.atomic
def mark_guideline_read(*, member: Membership, version: int, now: datetime) -> bool:
    """Note that the person read that version, which is paid once; False if that was known.

    Raises BadInput if there is no such version.
    """
    guideline = Guideline.objects.filter(campaign=member.campaign_id, version=version).first()
    if guideline is None:
        raise BadInput(f"there is no version {version}", field="guideline")
    reading = {"guideline": guideline, "annotator": member}
    is_new = GuidelineReading.objects.get_or_create(**reading, defaults={"read_at": now})[1]
    if is_new:
        event = WorkEvent(annotator=member, kind=WorkKind.GUIDELINE, key=f"guideline-{version}", worked_at=now)
        WorkEvent.objects.bulk_create([event], ignore_conflicts=True)  # the key may be a program's own
    return is_new


def add_shown_clip(*, moment: Moment, description: str, actor: str, now: datetime) -> Illustration:
    """A copy of the moment's clip, for texts that everybody reads; raises BadInput if it could give an answer away."""
    reason = refused_clip(moment)
    if reason:
        raise BadInput(reason, field="moment")
    return add_moment_clip(moment=moment, description=description, actor=actor, now=now)


@transaction.atomic
def remove_unplaced(*, illustration: Illustration, actor: str, now: datetime) -> None:
    """Remove a picture or clip; raises BadInput, naming the text, if a version of guideline or tutorial shows it."""
    hold_campaign(illustration.campaign)
    where = placed_where(illustration.campaign).get(illustration.number)
    if where:
        raise BadInput(f"{where[-1]} shows number {illustration.number}, and versions keep what they show")
    remove_illustration(illustration=illustration, actor=actor, now=now)


def refuse_shown_examples(pairs: Sequence[Pair]) -> None:
    """Raise BadInput naming the pairs that are examples in their campaign's current guideline."""
    if not pairs:
        return
    newest = Guideline.objects.filter(campaign=pairs[0].campaign_id).aggregate(version=Max("version"))["version"]
    shown = GuidelineExample.objects.filter(pair__in=pairs, guideline__version=newest).order_by("pair__number")
    numbers = list(shown.values_list("pair__number", flat=True))
    if numbers:
        named = ", ".join(map(str, numbers))
        raise BadInput(f"pair {named} is an example in the guideline; remove it there first")


def _examples(guideline: Guideline | None) -> list[_Chosen]:
    if guideline is None:
        return []
    rows = guideline.examples.select_related("pair").order_by("pk")
    return [_Chosen(row.pair, row.relevance, row.note) for row in rows]


def _next_version(
    campaign: Campaign,
    newest: Guideline | None,
    text: str,
    principles: str,
    renewed: bool,
    examples: Sequence[_Chosen],
    actor: str,
    now: datetime,
) -> Guideline:
    version = newest.version + 1 if newest else 1
    made = Guideline.objects.create(
        campaign=campaign,
        version=version,
        text=text,
        principles=principles,
        renewed=renewed,
        actor=actor,
        created_at=now,
    )
    GuidelineExample.objects.bulk_create(
        GuidelineExample(guideline=made, pair=chosen.pair, relevance=chosen.relevance, note=chosen.note)
        for chosen in examples
    )
    payload = {
        "version": version,
        "renewed": renewed,
        "text_sha256": hashlib.sha256(text.encode()).hexdigest(),
        "principles_sha256": hashlib.sha256(principles.encode()).hexdigest(),
        "examples": [[chosen.pair.number, chosen.relevance, chosen.note] for chosen in examples],
    }
    record_decision(campaign=campaign, kind=GUIDELINE_SAVED, actor=actor, payload=payload, now=now)
    return made

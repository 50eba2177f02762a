"""Makes the next version of a campaign's tutorial, and keeps what people do in it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from annotator.guideline.services import SavedMeanwhile
from annotator.models import (
    Membership,
    Practice,
    PracticeAnswer,
    Role,
    Standing,
    Tutorial,
    TutorialDone,
    WorkEvent,
    WorkKind,
)
from annotator.text.prose import checked_text
from annotator.tutorial.ledger_kinds import TUTORIAL_DONE, TUTORIAL_SAVED
from annotator.tutorial.selectors import newest_tutorial, practices_of, unanswered_places, unfit_pairs
from moments.base.errors import BadInput
from moments.campaign.services import hold_scale
from moments.illustrations.selectors import known_numbers
from moments.ledger.services import record_decision
from moments.models import Campaign, Pair

LONGEST_EXPLANATION = 1000
MOST_PRACTICES = 20


class Chosen(NamedTuple):
    """A practice pair of a version that is not saved yet: the pair's number, its level, why it is that level."""

    number: int
    relevance: int
    explanation: str


@transaction.atomic
def save_tutorial(
    *,
    campaign: Campaign,
    text: str,
    practices: Sequence[Chosen],
    actor: str,
    now: datetime,
    seen_version: int | None,
) -> Tutorial:
    """The next version with this text and these practice pairs in this order; it is shown only to people in training.

    `seen_version` is the version that was edited (None: there was none). Raises SavedMeanwhile if there is a newer one,
    BadInput if nothing changed, the text cannot be shown, or a pair cannot be a practice pair.
    """
    hold_scale(campaign)
    newest = newest_tutorial(campaign)
    version = newest.version if newest else 0
    if version != (seen_version or 0):
        raise SavedMeanwhile(
            f"version {version} was saved in the meantime; compare it with your version, then save again"
        )
    text = checked_text(text, placed=known_numbers(campaign))
    if not text.strip():
        raise BadInput("text: is empty")
    pairs = _checked_pairs(campaign, practices)
    if newest is not None and newest.text == text and _chosen(newest) == list(practices):
        raise BadInput("the tutorial has not changed")
    made = Tutorial.objects.create(campaign=campaign, version=version + 1, text=text, created_at=now)
    Practice.objects.bulk_create(
        Practice(tutorial=made, pair=pairs[number], place=place, relevance=relevance, explanation=explanation)
        for place, (number, relevance, explanation) in enumerate(practices, start=1)
    )
    payload = {
        "version": made.version,
        "text_sha256": hashlib.sha256(text.encode()).hexdigest(),
        "practices": [list(chosen) for chosen in practices],
    }
    record_decision(campaign=campaign, kind=TUTORIAL_SAVED, actor=actor, payload=payload, now=now)
    return made


@transaction.atomic
def answer_practice(
    *, member: Membership, practice: Practice, relevance: int, now: datetime, shown_ms: int | None = None
) -> PracticeAnswer:
    """Store the level that the person pressed; none is graded, and only the first on a pair is paid.

    Raises BadInput for a level that does not exist, and for people who may not take the tutorial.
    """
    _refuse_outsiders(member, practice.tutorial)
    if relevance not in member.campaign.scale:
        raise BadInput(f"relevance: expected {member.campaign.scale}")
    made = PracticeAnswer.objects.create(member=member, practice=practice, relevance=relevance, answered_at=now)
    _pay(member, f"practice-{practice.tutorial.version}-{practice.place}", now, shown_ms)
    return made


@transaction.atomic
def finish_tutorial(*, member: Membership, tutorial: Tutorial, now: datetime) -> bool:
    """Note that the person has finished that version; False if that was known.

    Raises BadInput while a practice pair is not answered, and for people who may not take the tutorial.
    """
    _refuse_outsiders(member, tutorial)
    missing = unanswered_places(member, practices_of(tutorial))
    if missing:
        raise BadInput(f"practice: not answered yet: {', '.join(map(str, missing))}")
    is_new = TutorialDone.objects.get_or_create(member=member, tutorial=tutorial, defaults={"done_at": now})[1]
    if is_new:
        _pay(member, f"tutorial-{tutorial.version}", now, None)
        payload = {"person": member.pseudonym, "version": tutorial.version}
        record_decision(campaign=member.campaign, kind=TUTORIAL_DONE, actor=member.pseudonym, payload=payload, now=now)
    return is_new


def _refuse_outsiders(member: Membership, tutorial: Tutorial) -> None:
    if member.role != Role.ANNOTATOR or member.campaign_id != tutorial.campaign_id:
        raise BadInput("only annotators of the campaign take its tutorial")
    if member.standing in (Standing.INVITED, Standing.SUSPENDED):
        raise BadInput(f"you cannot take the tutorial while your status is: {member.get_standing_display()}")


def _pay(member: Membership, key: str, now: datetime, shown_ms: int | None) -> None:
    event = WorkEvent(annotator=member, kind=WorkKind.TUTORIAL, key=key, worked_at=now, shown_ms=shown_ms)
    WorkEvent.objects.bulk_create([event], ignore_conflicts=True)


def _checked_pairs(campaign: Campaign, practices: Sequence[Chosen]) -> dict[int, Pair]:
    """The pairs by number; raises BadInput naming the first practice pair that cannot be."""
    if len(practices) > MOST_PRACTICES:
        raise BadInput(f"practice: expected at most {MOST_PRACTICES} pairs")
    numbers = [chosen.number for chosen in practices]
    found = {
        pair.number: pair for pair in campaign.pairs.filter(number__in=numbers).select_related("query").order_by("pk")
    }
    for place, chosen in enumerate(practices, start=1):
        _check_chosen(place, chosen, found, numbers)
        if chosen.relevance not in campaign.scale:
            raise BadInput(f"practice {place}: level: expected {campaign.scale}")
    unfit = unfit_pairs(list(found.values()))
    if unfit:
        raise BadInput(f"practice: {unfit[0]}")
    return found


def _check_chosen(place: int, chosen: Chosen, found: dict[int, Pair], numbers: list[int]) -> None:
    if chosen.number not in found:
        raise BadInput(f"practice {place}: there is no pair {chosen.number}")
    if numbers.count(chosen.number) > 1:
        raise BadInput(f"practice {place}: pair {chosen.number} is listed twice")
    if not chosen.explanation.strip():
        raise BadInput(f"practice {place}: explanation: expected a text that people can learn from")
    if len(chosen.explanation) > LONGEST_EXPLANATION or "\0" in chosen.explanation:
        raise BadInput(f"practice {place}: explanation: expected at most {LONGEST_EXPLANATION} characters")


def _chosen(tutorial: Tutorial) -> list[Chosen]:
    return [
        Chosen(practice.pair.number, practice.relevance, practice.explanation) for practice in practices_of(tutorial)
    ]

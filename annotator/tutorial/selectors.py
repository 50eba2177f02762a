"""The tutorial as people go through it: its newest version, its practice pairs, what somebody pressed on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from annotator.guideline.selectors.reading import readable_campaign
from annotator.models import (
    ExamItem,
    Gold,
    Membership,
    Practice,
    PracticeAnswer,
    Role,
    Standing,
    Tutorial,
    TutorialDone,
    User,
)
from annotator.people.selectors.memberships import membership_in
from moments.models import Campaign, Clip, ClipState, Pair, Split


def newest_tutorial(campaign: Campaign) -> Tutorial | None:
    """The version in force; None if the campaign has no tutorial."""
    return campaign.tutorials.order_by("-version").first()


def practices_of(tutorial: Tutorial) -> list[Practice]:
    """The version's practice pairs in their order, with pair and query; one SQL query."""
    return list(tutorial.practices.select_related("pair__query").order_by("place"))


def unanswered_places(member: Membership, practices: Sequence[Practice]) -> list[int]:
    """The places of the practice pairs that the person has not answered, in order."""
    answers = PracticeAnswer.objects.filter(member=member, practice__in=practices)
    answered = set(answers.values_list("practice", flat=True))
    return [practice.place for practice in practices if practice.pk not in answered]


def last_answer(member: Membership, practice: Practice) -> int | None:
    """The level that the person pressed last on the practice pair."""
    answers = PracticeAnswer.objects.filter(member=member, practice=practice).order_by("-answered_at", "-pk")
    return answers.values_list("relevance", flat=True).first()


def practice_candidates(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs that can be practice pairs: of the exam split, in no batch, exam or hidden check, with a ready clip."""
    pairs = campaign.pairs.filter(query__split=Split.EXAM, query__retired_at=None, batch=None, parked=False)
    clips = Clip.objects.filter(moment=OuterRef("moment"), state=ClipState.READY)
    known = [Exists(model.objects.filter(pair=OuterRef("pk"))) for model in (ExamItem, Gold)]
    return pairs.filter(Exists(clips), *(~found for found in known))


def unfit_pairs(pairs: Sequence[Pair]) -> list[str]:
    """The pairs that cannot be practice pairs, each with the first reason in words; three SQL queries.

    People are shown the answer to a practice pair, so it can be neither in an exam nor labelled.
    """
    keys = [pair.pk for pair in pairs]
    taken = {
        **dict.fromkeys(Gold.objects.filter(pair__in=keys).values_list("pair", flat=True), "a hidden check"),
        **dict.fromkeys(ExamItem.objects.filter(pair__in=keys).values_list("pair", flat=True), "an exam"),
    }
    clips = Clip.objects.filter(moment__pairs__in=keys, state=ClipState.READY)
    shown = set(clips.values_list("moment", flat=True))
    reasons = [(pair, _reason(pair, taken.get(pair.pk, ""), pair.moment_id in shown)) for pair in pairs]
    return [f"pair {pair.number} {why}" for pair, why in reasons if why]


def _reason(pair: Pair, taken_by: str, has_clip: bool) -> str:
    if pair.query.split != Split.EXAM:
        return (
            f"belongs to the {pair.query.split} split; practice pairs come from the exam split, which is never labelled"
        )
    if pair.batch_id is not None:
        return "is in a batch and will be labelled"
    if taken_by:
        return f"belongs to {taken_by}; as a practice pair it would give its answer away"
    if pair.query.retired_at is not None:
        return "belongs to a retired query"
    if pair.parked:
        return "is on hold"
    return "" if has_clip else "has no clip yet"


def must_take_tutorial(member: Membership) -> bool:
    """Whether the campaign has a tutorial that the person has not finished."""
    newest = Tutorial.objects.filter(campaign=member.campaign_id).order_by("-version").first()
    return newest is not None and not TutorialDone.objects.filter(member=member, tutorial=newest).exists()


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the tutorial: an annotator, who goes through it, or a lead, who has no `member` here.

    `must_agree`: the consent comes first.
    """

    campaign: Campaign
    member: Membership | None
    must_agree: bool


def tutorial_reader(user: User, slug: str) -> Reader:
    """The person as a reader of the campaign's tutorial.

    Raises Http404 if the person is not in the campaign, PermissionDenied for the suspended.
    """
    campaign = readable_campaign(user, slug)
    member = membership_in(user, slug)
    if member is None or member.role != Role.ANNOTATOR:
        return Reader(campaign, None, must_agree=False)
    return Reader(campaign, member, must_agree=member.standing == Standing.INVITED)

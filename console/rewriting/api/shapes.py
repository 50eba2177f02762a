"""The shapes of a sample of rewrites and of what leads say of them; directions are named (R9: leads only)."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from consensus.models import CaptionRewrite
from consensus.twin_rewrites.selectors.reviewing import SampleProgress
from consensus.twins.rewrites.review import RewriteVerdict
from console.rewriting.selectors import RewriteCard


class WrongShare(serializers.Serializer[Any]):
    """The share of wrong rewrites that the reviewed ones let expect of all; null where nothing can be said yet."""

    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class WaitingRewrite(serializers.Serializer[Any]):
    """A rewrite that waits, beside the caption that it was made of and the caption of the twin (or nothing)."""

    rewrite = serializers.IntegerField()
    place = serializers.IntegerField(help_text="in the sample, from 1")
    text = serializers.CharField()
    caption = serializers.CharField()
    twin = serializers.CharField(allow_blank=True)
    clip = serializers.IntegerField(help_text="desc_id of the moment that it describes")
    direction = serializers.ChoiceField(choices=["forward", "backward"])
    video = serializers.CharField()
    start_s = serializers.FloatField()
    end_s = serializers.FloatField()


class RewriteSampleShape(serializers.Serializer[Any]):
    """The newest sample: its figures, and what waits in it. `next` is the place to go on `after`, or null."""

    number = serializers.IntegerField()
    size = serializers.IntegerField()
    rewrites = serializers.IntegerField(help_text="how many rewrites stood when it was drawn")
    newer = serializers.IntegerField(help_text="how many came later")
    reviewed = serializers.IntegerField()
    wrong = serializers.IntegerField()
    left = serializers.IntegerField(help_text="how many wait")
    fallen = serializers.IntegerField(help_text="how many no longer stand and were not reviewed")
    wrong_share = WrongShare()
    waiting = WaitingRewrite(many=True)
    next = serializers.IntegerField(allow_null=True)


class ReviewRequest(serializers.Serializer[Any]):
    """What a lead says of a rewrite."""

    verdict = serializers.ChoiceField(choices=[one.value for one in RewriteVerdict])


class ReviewedShape(serializers.Serializer[Any]):
    """A rewrite as it is now; one that does not stand is in no export."""

    rewrite = serializers.IntegerField()
    text = serializers.CharField()
    verdict = serializers.ChoiceField(choices=[one.value for one in RewriteVerdict], allow_null=True)
    reviewer = serializers.CharField(allow_blank=True)
    stands = serializers.BooleanField()


def sample_data(found: SampleProgress, cards: list[RewriteCard], following: int | None) -> dict[str, Any]:
    """The sample with the cards that wait, as leads get it."""
    return {
        "number": found.sample.number,
        "size": found.sample.size,
        "rewrites": found.sample.rewrites,
        "newer": found.newer,
        "reviewed": found.reviewed,
        "wrong": found.wrong,
        "left": found.waiting,
        "fallen": found.fallen,
        "wrong_share": {"value": found.rate.value, "low": found.rate.low, "high": found.rate.high},
        "waiting": [_waiting(card) for card in cards],
        "next": following,
    }


def reviewed_data(rewrite: CaptionRewrite) -> dict[str, Any]:
    """The rewrite with what was said of it."""
    return {
        "rewrite": rewrite.pk,
        "text": rewrite.text,
        "verdict": rewrite.verdict or None,
        "reviewer": rewrite.reviewer,
        "stands": rewrite.stands,
    }


def _waiting(card: RewriteCard) -> dict[str, Any]:
    return {
        "rewrite": card.rewrite.pk,
        "place": card.place,
        "text": card.rewrite.text,
        "caption": card.caption,
        "twin": card.twin,
        "clip": card.moment.desc_id,
        "direction": card.rewrite.direction,
        "video": card.video,
        "start_s": card.moment.start_s,
        "end_s": card.moment.end_s,
    }

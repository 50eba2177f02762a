"""The shapes of what waits for a lead of twins, and of what they decide; directions are named (R9: leads only)."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.models.twins import LONGEST_REASON
from annotator.twins.answers import CheckResult, Criterion, Unreal
from annotator.twins.tasks import TwinTask
from consensus.models import TwinOutcome, VerdictKind
from consensus.twin_truths.selectors.complete import GivenAnswer
from consensus.twin_truths.selectors.history import CaptionVersion, ClipCaptions
from moments.models import Pair

DECISIONS = ("judge", "accept", "return", "drop")
UNREAL = tuple(one.value for one in Unreal)


class GivenJudgement(serializers.Serializer[Any]):
    """What one person said of a clip and its reverse, by direction."""

    worker = serializers.CharField(help_text="the person's pseudonym")
    temporal = serializers.BooleanField()
    criterion = serializers.ChoiceField(choices=list(Criterion), allow_null=True)
    unreal = serializers.ChoiceField(choices=UNREAL, allow_null=True)


class GivenCheck(serializers.Serializer[Any]):
    """What one person chose for a caption, between the two clips or among similar ones."""

    worker = serializers.CharField()
    result = serializers.ChoiceField(choices=list(CheckResult))
    among_similar = serializers.BooleanField()


class Version(serializers.Serializer[Any]):
    """A version of a caption; `returned` says why its writer got it back, and is empty if they did not."""

    text = serializers.CharField()
    writer = serializers.CharField()
    checks = GivenCheck(many=True)
    returned = serializers.CharField(allow_blank=True)


class WaitingTwins(serializers.Serializer[Any]):
    """A clip to judge (`task` judge) or a caption to decide on (assign), with everything that people said of it."""

    pair = serializers.IntegerField(help_text="the pair's number")
    task = serializers.ChoiceField(choices=[TwinTask.JUDGE.value, TwinTask.ASSIGN.value])
    direction = serializers.ChoiceField(choices=["forward", "backward"], help_text="of the caption")
    video = serializers.CharField()
    start_s = serializers.FloatField()
    end_s = serializers.FloatField()
    judgements = GivenJudgement(many=True)
    forward = Version(many=True, help_text="the forward caption's versions, oldest first")
    backward = Version(many=True)


class WaitingList(serializers.Serializer[Any]):
    """At most a hundred, by pair; `next` is the page behind, or null."""

    waiting = WaitingTwins(many=True)
    next = serializers.IntegerField(allow_null=True)


class DecideTwins(serializers.Serializer[Any]):
    """A decision with its reason. `judge` takes the judgement, by direction; the others are about a caption."""

    decision = serializers.ChoiceField(choices=DECISIONS)
    reason = serializers.CharField(max_length=LONGEST_REASON)
    temporal = serializers.BooleanField(required=False, default=True)
    criterion = serializers.ChoiceField(choices=list(Criterion), required=False, allow_null=True, default=None)
    unreal = serializers.ChoiceField(choices=UNREAL, required=False, allow_null=True, default=None)


class DecidedTwins(serializers.Serializer[Any]):
    """The verdict that stands; `outcome` is given for judgements."""

    pair = serializers.IntegerField()
    verdict = serializers.IntegerField(help_text="names the decision when it is undone")
    kind = serializers.ChoiceField(choices=VerdictKind.choices)
    outcome = serializers.ChoiceField(choices=TwinOutcome.choices, allow_null=True)
    actor = serializers.CharField()
    reason = serializers.CharField()


class UndoTwins(serializers.Serializer[Any]):
    """Which decision is undone: the newest one, or only `verdict`."""

    verdict = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REASON)


def waiting_data(pair: Pair, given: list[GivenAnswer], captions: ClipCaptions) -> dict[str, Any]:
    """What waits, as leads get it."""
    is_judged = pair.query.query_id == TwinTask.JUDGE.query_id
    return {
        "pair": pair.number,
        "task": TwinTask.JUDGE.value if is_judged else TwinTask.ASSIGN.value,
        "direction": pair.moment.direction,
        "video": pair.moment.video.name,
        "start_s": pair.moment.start_s,
        "end_s": pair.moment.end_s,
        "judgements": [_judgement(one) for one in given] if is_judged else [],
        "forward": [_version(one) for one in captions.forward],
        "backward": [_version(one) for one in captions.backward],
    }


def _judgement(one: GivenAnswer) -> dict[str, Any]:
    said = one.judgement
    return {"worker": one.worker, "temporal": said.temporal, "criterion": said.criterion, "unreal": said.unreal}


def _version(version: CaptionVersion) -> dict[str, Any]:
    checks = [
        {"worker": one.worker, "result": one.result, "among_similar": one.among_similar} for one in version.checks
    ]
    return {"text": version.text, "writer": version.writer, "checks": checks, "returned": version.reason}

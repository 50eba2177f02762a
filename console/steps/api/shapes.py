"""The shapes of what programs send to the steps and get back: for the OpenAPI document, and to read and render."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from archive.copying.services.copying import LONGEST_TITLE
from consensus.models.captions import FASTEST, MOST_PARALLEL
from consensus.models.rewrites import MOST_ROUNDS
from consensus.twins.rewrites.choosing import MOST_REWRITES, STANDARD_RULES
from consensus.twins.splits.placing import WIDEST_TOLERANCE
from moments.corpus.files.text import LONGEST_TEXT
from moments.encoders import DEFAULT_ENCODER
from moments.models import JobState, Split
from moments.models.staging import StagedKind

LONGEST_NAME = 300


class SampleRequest(serializers.Serializer[Any]):
    """Which captions become queries."""

    split = serializers.ChoiceField(choices=Split.choices)
    count = serializers.IntegerField(min_value=1, max_value=99_999)
    seed = serializers.IntegerField(min_value=0, max_value=999_999_999, default=1)


class QueryRequest(serializers.Serializer[Any]):
    """One query that somebody wrote."""

    split = serializers.ChoiceField(choices=Split.choices)
    text = serializers.CharField(max_length=LONGEST_TEXT)


class RankRequest(serializers.Serializer[Any]):
    """With which encoder, and whether candidates become pairs or a list to compare."""

    encoder = serializers.CharField(max_length=LONGEST_NAME)
    top = serializers.IntegerField(min_value=1, max_value=1000, default=40)
    how = serializers.ChoiceField(choices=["pairs", "list"], default="pairs")


class PoolRequest(serializers.Serializer[Any]):
    """Sources in the order of their turns; depth is top if it is null."""

    sources = serializers.ListField(child=serializers.CharField(max_length=LONGEST_NAME), min_length=1, max_length=100)
    top = serializers.IntegerField(min_value=1, max_value=1000, default=40)
    depth = serializers.IntegerField(min_value=1, max_value=1000, default=None, allow_null=True)
    similarity = serializers.CharField(max_length=LONGEST_NAME, default="", allow_blank=True)


class ProtocolRequest(serializers.Serializer[Any]):
    """The parameters that change, by name; others stay. `seen` is the version that they change."""

    values = serializers.DictField(child=serializers.JSONField())
    seen = serializers.IntegerField(min_value=1)


class SplitsRequest(serializers.Serializer[Any]):
    """Clips in validation and test, and the share of it by which a size may be missed."""

    val = serializers.IntegerField(min_value=0, max_value=999_999_999)
    test = serializers.IntegerField(min_value=0, max_value=999_999_999)
    seed = serializers.IntegerField(min_value=0, max_value=999_999_999, default=1)
    tolerance = serializers.FloatField(min_value=0, max_value=WIDEST_TOLERANCE, default=0.01)
    replace = serializers.BooleanField(default=False, help_text="whether an existing drawing may be replaced")


class OpenRequest(serializers.Serializer[Any]):
    """Whether moments may be without a clip; `seen` is the mark of what is to open, any if it is empty."""

    allow_missing_clips = serializers.BooleanField(default=False)
    seen = serializers.CharField(max_length=200, default="", allow_blank=True)


class ArchiveRequest(serializers.Serializer[Any]):
    """What the archive holds besides the rows."""

    clips = serializers.BooleanField(default=True)
    passwords = serializers.BooleanField(default=True)


class CopyRequest(serializers.Serializer[Any]):
    """The copy's name, and whether it has the corpus."""

    slug = serializers.CharField(max_length=60)
    title = serializers.CharField(max_length=LONGEST_TITLE, default="", allow_blank=True)
    with_corpus = serializers.BooleanField(default=False)


class TrialRequest(serializers.Serializer[Any]):
    """How many synthetic annotators score which share of the pairs, in percent."""

    annotators = serializers.IntegerField(min_value=4, max_value=100, default=8)
    share = serializers.IntegerField(min_value=1, max_value=100, default=100)
    seed = serializers.IntegerField(min_value=0, max_value=999_999_999, default=1)


class ImportRequest(serializers.Serializer[Any]):
    """A file and what it lists; with a source, candidates become lists of that system."""

    kind = serializers.ChoiceField(
        choices=[kind.value for kind in StagedKind if kind not in (StagedKind.TVR_RANKING, StagedKind.LABEL_STUDIO)]
    )
    file = serializers.FileField()
    source = serializers.CharField(  # type: ignore[assignment]
        max_length=60, default="", allow_blank=True, help_text="only for candidates"
    )


class RewriteRequest(serializers.Serializer[Any]):
    """How a model is to rewrite the captions of training; `least_similar` is the encoder's if it is left out."""

    per_caption = serializers.IntegerField(min_value=1, max_value=MOST_REWRITES, default=STANDARD_RULES.wanted)
    rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS, default=3)
    encoder = serializers.CharField(max_length=120, default=DEFAULT_ENCODER)
    least_similar = serializers.FloatField(min_value=0, max_value=1, allow_null=True, default=None)
    parallel = serializers.IntegerField(min_value=1, max_value=MOST_PARALLEL, default=4)
    rate = serializers.IntegerField(min_value=1, max_value=FASTEST, default=60)
    most_tokens = serializers.IntegerField(min_value=1, max_value=10**12, default=2_000_000)


class SampleRewritesRequest(serializers.Serializer[Any]):
    """A seed, and how many rewrites are drawn or how far the interval of the error rate may reach to either side."""

    seed = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=1)
    size = serializers.IntegerField(min_value=1, max_value=10**6, allow_null=True, default=None)
    half_width = serializers.FloatField(allow_null=True, default=None)


class NothingRequest(serializers.Serializer[Any]):
    """Nothing is asked for."""


class JobShape(serializers.Serializer[Any]):
    """The newest job of a step: its outcome once it is done, the reason if it failed or was cancelled."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=JobState.choices)
    actor = serializers.CharField()
    ordered_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    outcome = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)


class StepShape(serializers.Serializer[Any]):
    """A step, what it does, and its newest job; null if it needs none or none was ordered."""

    step = serializers.CharField()
    does = serializers.CharField()
    only_admins = serializers.BooleanField()
    job = JobShape(allow_null=True)


class StepNowShape(StepShape):
    """The step with what stands now, by name: the rules in force, what would open; null if it shows nothing."""

    now = serializers.DictField(child=serializers.JSONField(), allow_null=True)


class StepList(serializers.Serializer[Any]):
    """The steps that a campaign of the kind has, in the order of the road."""

    steps = StepShape(many=True)


class DoneShape(serializers.Serializer[Any]):
    """What was made at once, by name, and the job that does the rest; null if nothing is left to do."""

    made = serializers.DictField(child=serializers.JSONField())
    job = JobShape(allow_null=True)

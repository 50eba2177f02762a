"""Which captions of training lack rewrites, and which of their rewrites there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Case, Count, F, QuerySet, When

from consensus.labels.selectors.twins import training_captions
from consensus.models import CaptionRewrite, TwinRewriteRun
from consensus.twin_rewrites.faults import UNFIT
from consensus.twins.rewrites.choosing import RewriteFault
from consensus.twins.rewrites.review import RewriteVerdict
from moments.models import Campaign, Direction
from moments.rewriting.faults import PASSED

FIELDS = ("pk", "score__seat__pair", "forward_text", "backward_text")
Clip = tuple[int, str]


@dataclass(frozen=True, slots=True)
class TrainingCaption:
    """One direction's caption of a clip in training: the caption's key with its pair of writing, and both texts."""

    caption: int
    pair: int
    direction: str
    text: str
    twin: str | None

    @property
    def clip(self) -> Clip:
        """What its rewrites are counted by."""
        return self.caption, self.direction


@dataclass(frozen=True, slots=True)
class RewriteTask:
    """A caption that lacks rewrites: `standing` stand now, and this run asked `rounds` times."""

    of: TrainingCaption
    standing: int
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class StoredRewrites:
    """What is stored of a caption: all texts, those that stand, and those that passed when enough were kept."""

    texts: frozenset[str]
    standing: tuple[str, ...]
    spare: tuple[tuple[int, str], ...]


def captions_to_rewrite(campaign: Campaign) -> list[TrainingCaption]:
    """Every caption of training, in one SQL query, by clip."""
    found = []
    for caption, pair, forward, backward in training_captions(campaign).values_list(*FIELDS).iterator(chunk_size=2000):
        found.append(TrainingCaption(caption, pair, Direction.FORWARD.value, forward, backward or None))
        if backward:
            found.append(TrainingCaption(caption, pair, Direction.BACKWARD.value, backward, forward))
    return found


def training_clips(campaign: Campaign) -> list[Clip]:
    """Every caption of training without its text, in one SQL query."""
    rows = training_captions(campaign).order_by().values_list("pk", Case(When(backward_text="", then=1), default=2))
    ways = (Direction.FORWARD.value, Direction.BACKWARD.value)
    return [(caption, way) for caption, count in rows.iterator(chunk_size=2000) for way in ways[:count]]


def standing_counts(campaign: Campaign) -> dict[Clip, int]:
    """How many rewrites of each caption stand; those without any are left out."""
    standing = CaptionRewrite.objects.filter(pair__campaign=campaign, stands=True)
    counted = standing.order_by().values_list("caption", "direction").annotate(count=Count("pk"))
    return {(caption, direction): count for caption, direction, count in counted}


def rewrite_tasks(run: TwinRewriteRun, captions: Iterable[TrainingCaption]) -> list[RewriteTask]:
    """The captions that this run has to ask about yet; two SQL queries."""
    counts, asked = standing_counts(run.campaign), answers_of(run)
    return [
        RewriteTask(one, counts.get(one.clip, 0), len(asked[one.clip]))
        for one in captions
        if counts.get(one.clip, 0) < run.per_caption and asks_again(run, asked[one.clip])
    ]


def answers_of(run: TwinRewriteRun) -> defaultdict[Clip, list[str]]:
    """The outcomes of the run's answers by caption, in order."""
    found: defaultdict[Clip, list[str]] = defaultdict(list)
    for caption, direction, outcome in run.answers.order_by("pk").values_list("caption", "direction", "outcome"):
        found[caption, direction].append(outcome)
    return found


def asks_again(run: TwinRewriteRun, outcomes: list[str]) -> bool:
    """Whether the run asks (again) after these outcomes: not where nobody answered, and not for ever."""
    return len(outcomes) < run.rounds and all(one == PASSED or one in UNFIT for one in outcomes)


def stored_rewrites(of: TrainingCaption) -> StoredRewrites:
    """The rewrites of one caption, in the order in which they were stored."""
    rows = CaptionRewrite.objects.filter(caption=of.caption, direction=of.direction).order_by("pk")
    found = list(rows.values_list("pk", "text", "stands", "fault"))
    return StoredRewrites(
        frozenset(text for _, text, _, _ in found),
        tuple(text for _, text, stands, _ in found if stands),
        tuple((key, text) for key, text, _, fault in found if fault == RewriteFault.SPARE),
    )


def is_in_training(of: TrainingCaption, campaign: Campaign) -> bool:
    """Whether the caption is accepted and in training now."""
    return training_captions(campaign).filter(pk=of.caption).exists()


def fallen_rewrites(campaign: Campaign) -> QuerySet[CaptionRewrite]:
    """Kept rewrites, not wrong, that do not stand although their caption is accepted and in training."""
    kept = CaptionRewrite.objects.filter(pair__campaign=campaign, fault="", stands=False)
    right = kept.exclude(verdict=RewriteVerdict.WRONG)
    current = training_captions(campaign).order_by().values("pk")
    return right.filter(caption__in=current, pair=F("caption__score__seat__pair"))

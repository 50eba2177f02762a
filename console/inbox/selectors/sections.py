"""The inbox's sections, in their order: what each finds, what is shown of it, and what there is to do.

A further one is a `InboxSection` in `SECTIONS` with a template of its rows, `console/inbox/_<key>.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from annotator.exam.selectors.samples import ungraded_samples
from annotator.models import Problem, ProblemKind, Score
from annotator.scoring.selectors.twins import twins_of_moments
from consensus.contradictions.selectors import contradicted_pairs
from consensus.decisions.selectors.verdicts import pairs_without_clip
from consensus.models import BatchReview, Decision
from consensus.people.selectors.warnings import open_warnings
from consensus.problems.selectors import open_problems, waiting_pairs, waiting_queries
from consensus.review.selectors import with_certainties
from consensus.stuck.selectors.grading import pairs_for_nobody
from consensus.truths.selectors.complete import questions_for_lead
from consensus.twin_truths.selectors.complete import waiting_captions, waiting_judgements
from console.inbox.selectors.words import TWINS, WORDS, SectionWords
from moments.clips.selectors.clips import clip_failures
from moments.models import Campaign, Pair

Rows = Sequence[Any]
KEPT_S = 300
ONLY_TWINS = {"judgements", "captions", "samples"}


@dataclass(frozen=True, slots=True)
class InboxSection:
    """One kind of work that waits: `unit` is its noun in singular and plural, `advice` what to do, `route` where.

    `queue` is the key of the queue that decides it by keyboard, if one does.
    """

    key: str
    title: str
    unit: tuple[str, str]
    advice: str
    found: Callable[[Campaign], QuerySet[Any]]
    route: str
    label: str
    query: str = ""
    shown: Callable[[Rows], Rows] = list
    queue: str = ""

    @property
    def template(self) -> str:
        """What draws its rows."""
        return f"console/inbox/_{self.key}.html"


@dataclass(frozen=True, slots=True)
class FailedPair:
    """A pair whose clip could not be cut, and why."""

    pair: Pair
    failure: str


def _questions(campaign: Campaign) -> QuerySet[Problem]:
    asked = open_problems(campaign).filter(kind=ProblemKind.QUESTION)
    return asked.select_related("pair__query", "annotator__user").order_by("reported_at", "pk")


def _undecided(campaign: Campaign) -> QuerySet[Pair]:
    if not campaign.is_marked:
        return campaign.pairs.none()
    return questions_for_lead(campaign).select_related("query", "ask__video")


def _samples(campaign: Campaign) -> QuerySet[Score]:
    written = ungraded_samples(campaign) if campaign.is_twin else Score.objects.none()
    return written.select_related("annotator__user", "twin_caption", "seat__pair__moment")


def _for_nobody(campaign: Campaign) -> QuerySet[Pair]:
    return pairs_for_nobody(campaign).filter(parked=False).select_related("query").order_by("number")


def _without_clip(campaign: Campaign) -> QuerySet[Pair]:
    return pairs_without_clip(campaign).filter(parked=False).select_related("query", "moment").order_by("number")


def _with_failures(pairs: Rows) -> list[FailedPair]:
    failures = clip_failures(pair.moment_id for pair in pairs)
    return [FailedPair(pair, failures.get(pair.moment_id, "")) for pair in pairs]


def _of_twins(pairs: Rows) -> list[FailedPair]:
    """The same where the clip of either direction is needed."""
    twins = twins_of_moments(pair.moment_id for pair in pairs)
    both = {pair.pk: (twins[pair.moment_id].forward_id, twins[pair.moment_id].backward_id) for pair in pairs}
    failures = clip_failures(key for keys in both.values() for key in keys)
    found = {pk: [failures[key] for key in keys if key in failures] for pk, keys in both.items()}
    return [FailedPair(pair, next(iter(found[pair.pk]), "")) for pair in pairs]


def _contradicted(campaign: Campaign) -> QuerySet[Pair]:
    """The pairs of `contradicted_pairs` as of up to five minutes ago: finding them reads every verdict."""
    key = f"contradicted-{campaign.pk}"
    found: list[int] | None = cache.get(key)
    if found is None:
        found = list(contradicted_pairs(campaign).values_list("pk", flat=True))
        cache.set(key, found, KEPT_S)
    return campaign.pairs.filter(pk__in=found).select_related("query").order_by("query", "number")


def _reviews(campaign: Campaign) -> QuerySet[BatchReview]:
    pending = campaign.reviews.filter(decision=Decision.PENDING, superseded=False)
    return pending.select_related("batch__query", "batch__protocol").order_by("suggested_at", "pk")


SECTIONS: tuple[InboxSection, ...] = (
    InboxSection(
        "queries",
        "Reported queries",
        ("query", "queries"),
        "An annotator says the query makes no sense, so its pairs are on hold. Edit its text, retire it, put its "
        "pairs back unchanged, or withdraw them.",
        waiting_queries,
        "problems",
        "Reports and questions",
        queue="queries",
    ),
    InboxSection(
        "reports",
        "Reported pairs",
        ("pair", "pairs"),
        "These pairs are on hold until you decide. Put a pair back once it can be judged, or withdraw it.",
        waiting_pairs,
        "problems",
        "Reports and questions",
        queue="reported",
    ),
    InboxSection(
        "questions",
        "Questions",
        ("question", "questions"),
        "The pair can still be scored in the meantime. Your answer is shown at the desk to the person who asked.",
        _questions,
        "problems",
        "Reports and questions",
    ),
    InboxSection(
        "undecided",
        "Questions to decide",
        ("question", "questions"),
        "The rules could not decide these questions about long videos, or they were returned twice. Set the answer, "
        "return or reject each.",
        _undecided,
        "question-review",
        "Review",
    ),
    InboxSection(
        "judgements",
        "Judgements to decide",
        ("clip", "clips"),
        "The judges of these clips differ, or the forward clip looks unreal to them. Watch both directions and judge.",
        waiting_judgements,
        "decisions",
        "Decisions",
        queue="judgements",
    ),
    InboxSection(
        "captions",
        "Captions to decide",
        ("caption", "captions"),
        "These captions were returned as often as the rules allow, and a check failed again. Accept each, send it "
        "back, or "
        "drop the clip.",
        waiting_captions,
        "decisions",
        "Decisions",
        queue="captions",
    ),
    InboxSection(
        "samples",
        "Samples of captions",
        ("sample", "samples"),
        "These captions were written for the exam. Grade them so that their writers can write in the campaign.",
        _samples,
        "exam-samples",
        "Grade samples",
    ),
    InboxSection(
        "nobody",
        "Pairs without eligible people",
        ("pair", "pairs"),
        "All qualified annotators have already seen the pair. Qualify or invite others, or withdraw the pair.",
        _for_nobody,
        "review",
        "On hold or stuck",
        "?show=attention",
        queue="stuck",
    ),
    InboxSection(
        "clips",
        "Failed clips",
        ("pair", "pairs"),
        "The clip could not be cut. Cut it again so that the pair can be scored, or withdraw the pair.",
        _without_clip,
        "review",
        "On hold or stuck",
        "?show=attention",
        _with_failures,
        "stuck",
    ),
    InboxSection(
        "contradictions",
        "Contradicting verdicts",
        ("pair", "pairs"),
        "Overlapping moments of a video got very different verdicts for a query. Compare the clips and reopen the pair "
        "that is wrong. This list is updated every five minutes.",
        _contradicted,
        "contradictions",
        "Contradictions",
        queue="contradictions",
    ),
    InboxSection(
        "reviews",
        "Batches to review",
        ("batch", "batches"),
        "Extend or close each batch. The ones that have waited longest come first.",
        _reviews,
        "review",
        "Review",
        shown=with_certainties,
    ),
    InboxSection(
        "warnings",
        "Warnings about people",
        ("warning", "warnings"),
        "Somebody is much faster than the others or often disagrees with the verdicts. Check their work, then mark the "
        "warning as handled.",
        open_warnings,
        "people",
        "People",
    ),
)


def sections_of(campaign: Campaign) -> Sequence[InboxSection]:
    """The sections that a campaign of this kind can fill, in their order."""
    words = WORDS.get(campaign.kind, {})
    left_out = {key for key, other in words.items() if other is None} | (set() if campaign.is_twin else ONLY_TWINS)
    return [_named(section, words.get(section.key)) for section in SECTIONS if section.key not in left_out]


def _named(section: InboxSection, words: SectionWords | None) -> InboxSection:
    """The section as it is called in a campaign of that kind, with the page where its work lies."""
    if words is None:
        return section
    if section.key == "clips" and words is TWINS["clips"]:
        section = replace(section, shown=_of_twins)
    return replace(section, title=words.title, unit=words.unit, advice=words.advice, **words.page)

"""How far a campaign's rewriting is, what needs a person, and what became of the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Sum

from moments.base.errors import BadInput
from moments.models import Campaign, RewriteAttempt, RewriteRun, RewriteState, Rewriting
from moments.rewriting.faults import PASSED, UNANSWERED, UNFIT
from moments.rewriting.wording import WordCount, exchanged, most_put_in

AT_ONCE = 2000
MOST_WORDS = 20
MOST_IDENTICAL = 50


@dataclass(frozen=True, slots=True)
class RewriteProgress:
    """Moments by state, and the tokens of every answer so far."""

    moments: int
    waiting: int
    failed: int
    review: int
    accepted: int
    tokens_in: int
    tokens_out: int

    @property
    def begun(self) -> bool:
        """Whether anything was rewritten yet."""
        return self.failed + self.review + self.accepted > 0

    @property
    def done_percent(self) -> int:
        """Accepted captions of a hundred moments, rounded down."""
        return 100 * self.accepted // self.moments if self.moments else 0


@dataclass(frozen=True, slots=True)
class Words:
    """What the accepted captions changed."""

    captions: int
    changed: int
    replaced: int
    put_in: list[WordCount]


@dataclass(frozen=True, slots=True)
class Reasons:
    """State, reason and count of what waits for an answer or a person; and names with how often each was left."""

    counted: list[tuple[str, str, int]]
    names_left: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Task:
    """One description to rewrite: how many attempts it has, and in how many of them there was an answer."""

    rewriting: int
    moment: int
    description: str
    tries: int
    attempts: int
    answered: int


def rewrite_progress(campaign: Campaign) -> RewriteProgress:
    """The counts; a moment that no run has met yet is waiting."""
    rows = Rewriting.objects.filter(moment__campaign=campaign).order_by().values_list("state").annotate(Count("pk"))
    states = dict(rows)
    moments = campaign.moments.count()
    attempts = RewriteAttempt.objects.filter(rewriting__moment__campaign=campaign)
    tokens = attempts.aggregate(paid_in=Sum("tokens_in"), paid_out=Sum("tokens_out"))
    failed, review, accepted = (
        states.get(state, 0) for state in (RewriteState.FAILED, RewriteState.REVIEW, RewriteState.ACCEPTED)
    )
    paid = (tokens["paid_in"] or 0, tokens["paid_out"] or 0)
    return RewriteProgress(moments, moments - failed - review - accepted, failed, review, accepted, *paid)


def require_unsampled(campaign: Campaign) -> None:
    """Raise BadInput if captions were used already: by a query or a pair."""
    for what, rows in (("queries", campaign.queries), ("pairs", campaign.pairs)):
        if rows.exists():
            raise BadInput(f"campaign {campaign.slug!r} has {what}; captions are rewritten before sampling and ranking")


def newest_run(campaign: Campaign) -> RewriteRun | None:
    """The run that was ordered last; no other can be in progress."""
    return campaign.rewrite_runs.select_related("job").order_by("pk").last()


def next_tasks(campaign: Campaign, after: int, count: int) -> list[Task]:
    """The next waiting descriptions, by rewriting."""
    answered = Count("attempts", filter=~Q(attempts__outcome__in=UNANSWERED) & ~Q(attempts__temperature=None))
    rows = (
        Rewriting.objects.filter(moment__campaign=campaign, state=RewriteState.WAITING, pk__gt=after)
        .order_by("pk")
        .annotate(number=Max("attempts__number"), answered=answered)
        .values_list("pk", "moment", "moment__description", "tries", "number", "answered")
    )
    return [Task(pk, moment, text, tries, number or 0, many) for pk, moment, text, tries, number, many in rows[:count]]


def unaccepted_by_list(campaign: Campaign, prompt: str, after: int, count: int) -> list[Task]:
    """The next descriptions that are not accepted and that this list of names was not tried on."""
    rows = (
        Rewriting.objects.filter(moment__campaign=campaign, pk__gt=after)
        .exclude(state=RewriteState.ACCEPTED)
        .exclude(attempts__prompt=prompt)
        .order_by("pk")
        .annotate(number=Max("attempts__number"))
        .values_list("pk", "moment", "moment__description", "tries", "number")
    )
    return [Task(pk, moment, text, tries, number or 0, 0) for pk, moment, text, tries, number in rows[:count]]


def reasons(campaign: Campaign) -> Reasons:
    """Why descriptions failed or need a person, and the names that were left most often, the most frequent first."""
    rows = (
        Rewriting.objects.filter(moment__campaign=campaign, state__in=(RewriteState.FAILED, RewriteState.REVIEW))
        .order_by()
        .values_list("state", "reason")
    )
    counts: Counter[tuple[str, str]] = Counter()
    names: Counter[str] = Counter()
    for state, reason in rows.iterator(chunk_size=AT_ONCE):
        fault, _, detail = reason.partition(":")
        counts[state, fault] += 1
        if fault == UNFIT["name"]:
            names.update(name.split(" (")[0].strip() for name in detail.split(","))
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    left = sorted(names.items(), key=lambda item: (-item[1], item[0]))
    return Reasons([(state, fault, count) for (state, fault), count in ordered], left[:MOST_WORDS])


def listed_rewritings(campaign: Campaign, state: str) -> QuerySet[Rewriting]:
    """The rewritings of a state with their moments and attempts, in order."""
    rows = Rewriting.objects.filter(moment__campaign=campaign, state=state)
    return rows.select_related("moment__video").prefetch_related("attempts").order_by("pk")


def word_figures(campaign: Campaign) -> Words:
    """How many words the accepted captions replaced, and by which, counted from the texts."""
    captions = changed = replaced = 0
    put_in: list[str] = []
    for description, caption in _accepted(campaign):
        captions += 1
        if description != caption:
            lost, instead = exchanged(description, caption)
            changed += 1
            replaced += lost
            put_in += instead
    return Words(captions, changed, replaced, most_put_in(put_in, MOST_WORDS))


def identical_captions(campaign: Campaign) -> tuple[int, int, list[tuple[str, int]]]:
    """How many texts several moments share, how many moments these are, and the most frequent."""
    shared = campaign.moments.order_by().values("caption").annotate(count=Count("pk")).filter(count__gt=1)
    figures = shared.aggregate(texts=Count("*"), moments=Sum("count"))
    most = shared.order_by("-count", "caption").values_list("caption", "count")[:MOST_IDENTICAL]
    return figures["texts"] or 0, figures["moments"] or 0, list(most)


def rewriting_figures(*, run: RewriteRun) -> dict[str, Any]:
    """Counts by state, tokens, the most replaced words by gender, and how many captions are alike."""
    progress = rewrite_progress(run.campaign)
    words = word_figures(run.campaign)
    texts, moments, _ = identical_captions(run.campaign)
    return {
        "moments": progress.moments,
        "accepted": progress.accepted,
        "needs_a_person": progress.review,
        "no_answer": progress.failed,
        "waiting": progress.waiting,
        "tokens_in": run.tokens_in,
        "tokens_out": run.tokens_out,
        "model": run.model,
        "prompt": run.prompt,
        "captions_changed": words.changed,
        "words_replaced": words.replaced,
        "words": [asdict(row) for row in words.put_in],
        "identical": {"texts": texts, "moments": moments},
        "ended": run.job.reason or "done",
    }


def newest_attempt(rewriting: Rewriting) -> RewriteAttempt | None:
    """The last attempt whose text could be the caption: one that passed, else the last with a text."""
    attempts = sorted(rewriting.attempts.all(), key=lambda attempt: attempt.number)
    texts = [attempt for attempt in attempts if attempt.text]
    passed = [attempt for attempt in texts if attempt.outcome == PASSED]
    best = passed or texts
    return best[-1] if best else None


def _accepted(campaign: Campaign) -> Iterator[tuple[str, str]]:
    rows = Rewriting.objects.filter(moment__campaign=campaign, state=RewriteState.ACCEPTED).order_by()
    return rows.values_list("moment__description", "text").iterator(chunk_size=AT_ONCE)

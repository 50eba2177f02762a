"""All submitted questions of a campaign with how far each is, for a lead to find one (drafts are their authors')."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import Ask, AskedPiece, AskState, AskTask, Membership
from annotator.people.selectors.access import Lead
from consensus.models import TruthSegment
from consensus.truths.selectors.complete import questions_for_lead
from moments.models import Campaign

LONGEST_FIND = 80
FOR_LEAD = "lead"
STATES = {
    "submitted": "waits for a marker",
    "checked": "waits for a third annotator",
    FOR_LEAD: "waits for a lead",
    "accepted": "accepted",
    "returned": "returned",
    "rejected": "rejected",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which questions are listed; every field is empty unless it is asked for.

    `find` is a number or words of the text, `video` words of the video's name, `author` a pseudonym; `twice` means
    returned twice, `disputed` that two people did not agree.
    """

    state: str = ""
    task: str = ""
    domain: str | None = None
    video: str = ""
    author: str = ""
    find: str = ""
    twice: bool = False
    disputed: bool = False

    @property
    def kept(self) -> dict[str, str]:
        """What an address needs to ask for the same, without the state."""
        given = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "state"}
        words = {name: "1" if value is True else value for name, value in given.items()}
        return {name: value for name, value in words.items() if value or (name == "domain" and value is not None)}


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question as it is listed. `state` is a key of STATES.

    `text` is what was submitted last: what the author of a returned question has changed since is theirs.
    """

    ask: Ask
    text: str
    state: str
    is_disputed: bool

    @property
    def state_words(self) -> str:
        """The state in words."""
        return STATES[self.state]


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from; `states` counts the questions in each state, the chosen filters left out."""

    domains: Sequence[str]
    authors: Sequence[str]
    tasks: Sequence[tuple[str, str]] = field(default=tuple(AskTask.choices))
    states: Sequence[tuple[str, str, int]] = ()
    total: int = 0


def listed_questions(lead: Lead, wanted: Wanted) -> QuerySet[Any]:
    """The questions by number, each with `is_disputed` and `for_lead`."""
    asks: QuerySet[Any] = _submitted(lead.campaign).select_related("video", "author__user", "pair__query")
    asks = asks.annotate(is_disputed=Exists(_pieces()), for_lead=Exists(_left_to_lead(lead.campaign)))
    asks = _in_state(asks, wanted.state).filter(_matches(wanted))
    if wanted.disputed:
        asks = asks.filter(is_disputed=True)
    return asks.order_by("number")


def choices(lead: Lead) -> Choices:
    """What the filters offer, in four SQL queries."""
    asks = _submitted(lead.campaign)
    counts = Counter(asks.values_list("state", flat=True))
    for_lead = questions_for_lead(lead.campaign).count()
    counts[AskState.CHECKED] -= for_lead
    counts[FOR_LEAD] = for_lead
    return Choices(
        domains=list(lead.campaign.videos.order_by("domain").values_list("domain", flat=True).distinct()),
        authors=list(
            Membership.objects.filter(Exists(asks.filter(author=OuterRef("pk"))))
            .order_by("pseudonym")
            .values_list("pseudonym", flat=True)
        ),
        states=[(state, words, counts[state]) for state, words in STATES.items()],
        total=sum(counts[state] for state in STATES),
    )


HEADER = (
    *("number", "state", "task", "domain", "video", "author", "version", "returned", "disputed"),
    *("question", "condition_video", "condition_ms", "truth"),
)


def question_table(lead: Lead, wanted: Wanted) -> list[tuple[Any, ...]]:
    """The rows of `HEADER` for a file; the truth is [start, end] in milliseconds. Two SQL queries."""
    rows = map(question_row, listed_questions(lead, wanted).select_related("condition_video"))
    truths = TruthSegment.objects.filter(verdict__pair__ask__in=_submitted(lead.campaign), verdict__superseded=False)
    found: dict[int, list[list[int]]] = {}
    for ask, start, end in truths.order_by("start_ms").values_list("verdict__pair__ask", "start_ms", "end_ms"):
        found.setdefault(ask, []).append([start, end])
    return [
        (
            *(row.ask.number, row.state, row.ask.task, row.ask.video.domain, row.ask.video.name, _author(row.ask)),
            *(row.ask.version, row.ask.returns, "yes" if row.is_disputed else "no", row.text),
            *(row.ask.condition_video.name if row.ask.condition_video else None, row.ask.condition_ms),
            " + ".join(map(str, found.get(row.ask.pk, []))),
        )
        for row in rows
    ]


def question_row(ask: Any) -> QuestionRow:
    """A question of `listed_questions` as it is shown."""
    text = ask.pair.query.text if ask.pair else ask.text
    return QuestionRow(ask, text, FOR_LEAD if ask.for_lead else str(ask.state), ask.is_disputed)


def _author(ask: Ask) -> str | None:
    return ask.author.pseudonym if ask.author else None


def _submitted(campaign: Campaign) -> QuerySet[Ask]:
    return campaign.asks.exclude(state=AskState.DRAFT)


def _pieces() -> QuerySet[AskedPiece]:
    return AskedPiece.objects.filter(pair=OuterRef("pair"), attempt=OuterRef("pair__attempt"))


def _left_to_lead(campaign: Campaign) -> QuerySet[Any]:
    return questions_for_lead(campaign).order_by().filter(pk=OuterRef("pair"))


def _in_state(asks: QuerySet[Any], state: str) -> QuerySet[Any]:
    if state == FOR_LEAD:
        return asks.filter(for_lead=True)
    if state == AskState.CHECKED:
        return asks.filter(state=state, for_lead=False)
    return asks.filter(state=state) if state in STATES else asks


def _matches(wanted: Wanted) -> Q:
    found = Q()
    if wanted.find:
        is_number = wanted.find.isascii() and wanted.find.isdecimal() and len(wanted.find) < 18
        found &= Q(pair__query__text__icontains=wanted.find) | (Q(number=int(wanted.find)) if is_number else Q())
    if wanted.task:
        found &= Q(task=wanted.task)
    if wanted.domain is not None:
        found &= Q(video__domain=wanted.domain)
    if wanted.video:
        found &= Q(video__name__icontains=wanted.video)
    if wanted.author:
        found &= Q(author__pseudonym=wanted.author)
    if wanted.twice:
        found &= Q(returns__gte=2)
    return found

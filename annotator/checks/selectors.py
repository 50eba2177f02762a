"""How a campaign is staffed, what can be gold and how it was answered, and the message to somebody who was paused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Manager, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as later

from annotator.checks.ledger_kinds import GOLD_SET
from annotator.exam.marked_bar import MarkedGrade, grade_of
from annotator.exam.selectors.references import known_answers
from annotator.marking.segments import Marking
from annotator.models import (
    ExamItem,
    ExamState,
    Gold,
    GuidelineExample,
    Membership,
    PersonWarning,
    Practice,
    Purpose,
    Score,
    Staffing,
    WarningKind,
)
from annotator.scoring.selectors.answers import stored_answers
from moments.campaign.selectors import newest_protocol
from moments.models import Batch, Campaign, Clip, ClipState, Pair

PAUSED = later("You are suspended in this campaign, so you get no work for now. The work you have done is still paid.")
WHY = {
    WarningKind.PACE: later(
        "You were paused automatically because your latest scores came much faster than other people’s. "
        "Watching each clip in full and comparing it with the text takes longer."
    ),
    WarningKind.KAPPA: later(
        "You were paused automatically because your recent scores agree with the final ones less than this campaign "
        "requires. The guideline explains what each level means."
    ),
    WarningKind.GOLD: later(
        "You were paused automatically because your recent answers miss more segments, or are further from them, "
        "than this campaign allows. The guideline explains how exact the edges must be."
    ),
}
MARKED_PACE = later(
    "You were paused automatically because your latest answers came much faster than other people’s. "
    "Watching the whole video and searching it for every answer takes longer."
)
NEXT = later("Ask the campaign’s lead, who can explain the reason and let you continue.")


def staffing_of(campaign: Campaign) -> Staffing:
    """The campaign's staffing; one that is not stored, with the defaults, if nobody set any."""
    return Staffing.objects.filter(campaign=campaign).first() or Staffing(campaign=campaign)


def pause_words(member: Membership) -> list[str]:
    """The message to a suspended person, without figures: that they are, why if a rule did it, and whom to ask."""
    open_pauses = PersonWarning.objects.filter(member=member, paused=True, answered_at=None).order_by("raised_at")
    why = WHY if member.campaign.is_graded else {**WHY, WarningKind.PACE: MARKED_PACE}
    reasons = [why[WarningKind(kind)] for kind in open_pauses.values_list("kind", flat=True)]
    return [str(words) for words in (PAUSED, *reasons, NEXT)]


def refused_golds(pairs: Sequence[Pair]) -> dict[int, str]:
    """Why pairs cannot be gold, by primary key; none for those that can."""
    ids = [pair.pk for pair in pairs]
    running = ExamItem.objects.filter(pair__in=ids, dropped=False).exclude(exam__state=ExamState.CLOSED)
    clips = Clip.objects.filter(state=ClipState.READY, moment__in=[pair.moment_id for pair in pairs])
    shown = set(clips.values_list("moment", flat=True))
    reasons = {
        "is in an open batch, where people score it": {pair.pk for pair in pairs if pair.batch_id is not None},
        "belongs to a query that was retired": {pair.pk for pair in pairs if pair.query.retired_at is not None},
        "is in an exam": set(running.values_list("pair", flat=True)),
        "is a practice pair of the tutorial": _of_pairs(Practice.objects, ids),
        "is an example of the guideline": _of_pairs(GuidelineExample.objects, ids),
        "has no clip to show": {pair.pk for pair in pairs if pair.moment_id not in shown},
    }
    found = {pair.pk: next((why for why, those in reasons.items() if pair.pk in those), "") for pair in pairs}
    return {pair.pk: f"pair {pair.number} {found[pair.pk]}" for pair in pairs if found[pair.pk]}


def gold_explanations(campaign: Campaign, numbers: Sequence[int] | None = None) -> dict[int, str]:
    """Why gold has its answer, by pair number, as far as it was explained when that was set; only the ledger keeps it.

    With `numbers`, only those of these pairs.
    """
    entries = campaign.ledger.filter(kind=GOLD_SET.name).order_by("number")
    if numbers is not None:
        entries = entries.filter(pair_number__in=numbers)
    newest = {pair: json.loads(payload) for pair, payload in entries.values_list("pair_number", "payload") if pair}
    return {pair: payload["explanation"] for pair, payload in newest.items() if payload.get("explanation")}


def _of_pairs(rows: Manager[Any], pairs: Sequence[int]) -> set[int]:
    return set(rows.filter(pair__in=pairs).values_list("pair", flat=True))


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """How somebody answered a gold question."""

    pair: int
    member: int
    grade: MarkedGrade


def gold_grades(
    campaign: Campaign, *, member: Membership | None = None, since: datetime | None = None
) -> list[GoldAnswer]:
    """The current answers to gold in marking campaigns, graded as in an exam (M2), the newest first.

    With `member`, only that person's; with `since`, only later ones. Nobody gets a question as gold twice, so there are
    few.
    """
    scores = Score.objects.filter(seat__campaign=campaign, seat__purpose=Purpose.GOLD, current=True)
    if member is not None:
        scores = scores.filter(annotator=member)
    if since is not None:
        scores = scores.filter(saved_at__gt=since)
    rows = list(scores.order_by("-saved_at", "-pk").values_list("pk", "seat__pair", "annotator"))
    truths = known_answers(pair for _, pair, _ in rows)
    answers = stored_answers(score for score, _, _ in rows)
    protocol = newest_protocol(campaign).marking.protocol
    return [
        GoldAnswer(pair, person, grade_of(Marking(answers[score].segments), truths[pair], protocol=protocol))
        for score, pair, person in rows
    ]


def pairs_for_gold(campaign: Campaign, *, asked: str) -> QuerySet[Pair]:
    """Pairs that may become gold, those of opened queries first; `asked` is a pair's number or words of its query.

    None is of a query in the bank of an exam that is not closed: whoever sits in that knows the query. Where the
    campaign marks, only questions whose answer is known.
    """
    pair = OuterRef("pk")
    bank = ExamItem.objects.filter(pair__query=OuterRef("query"), dropped=False)
    running = bank.exclude(exam__state=ExamState.CLOSED)
    opened = Batch.objects.filter(query=OuterRef("query"))
    known = campaign.pairs if campaign.is_graded else campaign.pairs.filter(reference__isnull=False)
    pairs = known.filter(
        ~Exists(Gold.objects.filter(pair=pair)),
        ~Exists(running),
        ~Exists(Practice.objects.filter(pair=pair)),
        ~Exists(GuidelineExample.objects.filter(pair=pair)),
        Exists(Clip.objects.filter(moment=OuterRef("moment"), state=ClipState.READY)),
        batch=None,
        study_only=False,
        query__retired_at=None,
    )
    if asked:
        named = Q(number=int(asked)) if asked.isdecimal() and len(asked) < 10 else Q(query__text__icontains=asked)
        pairs = pairs.filter(named)
    return pairs.select_related("query", "moment__video").order_by(~Exists(opened), "query__query_id", "rank")

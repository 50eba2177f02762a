"""How captions came to be as they are: every version with its writer, what checkers chose, and why it came back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from annotator.models import Assignment, TwinCaption
from annotator.scoring.selectors.twins import final_captions, twins_of_moments
from annotator.twins.answers import CheckResult, check_result
from annotator.twins.tasks import TwinTask
from consensus.models import Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import pairs_of
from moments.models import Pair


@dataclass(frozen=True, slots=True)
class CaptionCheck:
    """What one person chose for a caption, between the two twins or among similar clips."""

    worker: str
    result: CheckResult
    among_similar: bool


@dataclass(slots=True)
class CaptionVersion:
    """One version of a caption; `reason` says why it was returned, by a lead if `actor` is not "rule"."""

    text: str
    writer: str
    checks: list[CaptionCheck] = field(default_factory=list)
    reason: str = ""
    actor: str = ""


@dataclass(frozen=True, slots=True)
class ClipCaptions:
    """The versions of both captions of a clip, oldest first; of a single clip the backward one has none."""

    forward: Sequence[CaptionVersion]
    backward: Sequence[CaptionVersion]


def caption_histories(moments: Iterable[int]) -> dict[int, ClipCaptions]:
    """The captions of the clips that the moments (by primary key) belong to, by moment; voided answers are left out.

    Seven SQL queries.
    """
    twins = twins_of_moments(moments)
    written = final_captions({twin.forward_id for twin in twins.values()})
    pairs = pairs_of(TwinTask.ASSIGN, {key for twin in twins.values() for key in (twin.forward_id, twin.backward_id)})
    checks, returns = _checks(pairs.values()), _returns(pairs.values())
    found = {}
    for moment, twin in twins.items():
        rows = [row for _, row in written.get(twin.forward_id, ())]
        both = (
            _versions(rows, pairs.get(own), checks, returns, backward=own == twin.backward_id)
            for own in (twin.forward_id, twin.backward_id)
        )
        found[moment] = ClipCaptions(*both)
    return found


def _versions(
    rows: Sequence[TwinCaption],
    pair: Pair | None,
    checks: dict[tuple[int, int], list[tuple[int, CaptionCheck]]],
    returns: dict[tuple[int, int], Verdict],
    *,
    backward: bool,
) -> list[CaptionVersion]:
    found: list[CaptionVersion] = []
    for row in rows:
        text = row.backward_text if backward else row.forward_text
        if not text:
            continue
        if not found or found[-1].text != text:
            found.append(CaptionVersion(text, row.score.annotator.pseudonym))
        for attempt, check in checks.get((pair.pk, row.pk), ()) if pair else ():
            found[-1].checks.append(check)
            back = returns.get((pair.pk, attempt)) if pair else None
            if back is not None:
                found[-1].reason, found[-1].actor = back.reason, back.actor
    return found


def _checks(pairs: Iterable[Pair]) -> dict[tuple[int, int], list[tuple[int, CaptionCheck]]]:
    """The assignments with their attempt, in the order given, by pair and caption."""
    rows = Assignment.objects.filter(
        score__seat__pair__in=[pair.pk for pair in pairs],
        score__seat__superseded=False,
        score__current=True,
        score__final=True,
    ).select_related("score__seat__pair__moment", "score__annotator", "chosen")
    found: dict[tuple[int, int], list[tuple[int, CaptionCheck]]] = defaultdict(list)
    for row in rows.order_by("score__seat__round", "score__seat__number"):
        seat = row.score.seat
        chosen = None if row.chosen is None else row.chosen.desc_id
        result = check_result(chosen, right=seat.pair.moment.desc_id)
        check = CaptionCheck(row.score.annotator.pseudonym, result, seat.round == 2)
        found[seat.pair_id, row.caption_id].append((seat.attempt, check))
    return found


def _returns(pairs: Iterable[Pair]) -> dict[tuple[int, int], Verdict]:
    back = Verdict.objects.filter(pair__in=[pair.pk for pair in pairs], kind=VerdictKind.RETURNED, superseded=False)
    return {(verdict.pair_id, verdict.attempt): verdict for verdict in back}

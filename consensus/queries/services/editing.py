"""Edits a query's text, so that its pairs are judged again, corrects its wording, and retires queries."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from annotator.guideline.services import refuse_shown_examples
from annotator.models import GuidelineExample, Seat
from annotator.problems.services.resolving import close_problems
from annotator.seats.services.hidden_checks import withdraw_checks
from annotator.seats.services.superseding import Superseded, hold_people, restart_pairs
from consensus.decisions.ledger_kinds import QUERY_CORRECTED, QUERY_EDITED, QUERY_RETIRED
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import BatchReview, Decision, VerdictKind
from consensus.pairs.selectors.refusals import SHOWN_AS_EXAMPLE
from consensus.pairs.services.withdrawing import drop_pairs, end_pairs
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.corpus.services import replace_query_text
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import CampaignKind, CampaignStatus, Pair, Query, Split

LONGEST_QUERY = 10_000


@transaction.atomic
def edit_query(
    *, query: Query, text: str, actor: str, reason: str, now: datetime, seen_version: int | None = None
) -> Superseded:
    """Give the query another text and start the next attempt at each of its pairs in an open batch.

    The text before stays as a QueryVersion; scores, verdicts and reviews that were made upon it are superseded,
    reports are closed. Who scored a pair stays barred from it (I3). A pair that once was an example of the
    guideline is withdrawn, because everybody has met it. Raises BadInput for a text that cannot be taken, a
    retired query, a question of a marking campaign, examples in force, and if another edit came between
    (`seen_version`).
    """
    if query.campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; nobody can score the query's pairs again")
    if query.campaign.kind == CampaignKind.MARK:
        raise BadInput("the text of a question is edited on the page of the question")
    hold_campaign(query.campaign)
    hold_people(query.campaign)
    before = _held(query, seen_version)
    text = _checked(text, before, reason)
    pairs = _opened_pairs(before)
    refuse_shown_examples(pairs)
    replace_query_text(before, text, actor=actor, reason=reason, now=now)
    verdicts = current_verdicts().filter(pair__in=pairs).update(superseded=True)
    BatchReview.objects.filter(batch__query=query, superseded=False).update(superseded=True)
    close_problems(pairs=pairs, now=now, resolution=f"the query was edited: {reason}")
    withdraw_checks(query=before, restarts=True)
    done = restart_pairs(pairs=pairs)
    payload = {
        "version": before.version + 1,
        "before_sha256": _digest(before.text),
        "after_sha256": _digest(text),
        "reason": reason,
        "pairs": [pair.number for pair in pairs],
        "scores": done.scores,
        "verdicts": verdicts,
    }
    records = [Record(QUERY_EDITED, actor, payload, query.query_id)]
    records += end_pairs(pairs=_examples(pairs), actor="rule", reason=SHOWN_AS_EXAMPLE, now=now)
    record_decisions(campaign=query.campaign, records=records, now=now)
    query.refresh_from_db(fields=["text", "version"])
    return done


@transaction.atomic
def correct_query(
    *, query: Query, text: str, actor: str, reason: str, now: datetime, seen_version: int | None = None
) -> Query:
    """Give the query another wording of the same meaning: scores, verdicts and work under way still count.

    The text before stays as a QueryVersion, and exports name it. Raises BadInput as `edit_query` does; a query of the
    exam that people have seen, and examples of the guideline, can be corrected.
    """
    if query.campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; its queries do not change")
    if query.campaign.kind == CampaignKind.MARK:
        raise BadInput("the text of a question is edited on the page of the question")
    hold_campaign(query.campaign)
    before = _held(query, seen_version)
    text = _readable(text, before, reason)
    replace_query_text(before, text, actor=actor, reason=reason, now=now, same_meaning=True)
    payload = {
        "version": before.version + 1,
        "before_sha256": _digest(before.text),
        "after_sha256": _digest(text),
        "reason": reason,
    }
    records = [Record(QUERY_CORRECTED, actor, payload, query.query_id)]
    record_decisions(campaign=query.campaign, records=records, now=now)
    query.refresh_from_db(fields=["text", "version"])
    return query


@transaction.atomic
def retire_query(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """Stop judging the query: every pair in a batch is withdrawn, decided or not; how many there were.

    Its pairs in an exam are dropped from it. Pending reviews are superseded; the next sweep closes the batches by
    rule, and no batch opens. Raises BadInput if it is retired already, without a reason, for examples in force
    and for the last pair of an exam.
    """
    hold_campaign(query.campaign)
    hold_people(query.campaign)
    held = _held(query, None)
    if not reason:
        raise BadInput("give a reason")
    pairs = _opened_pairs(held)
    refuse_shown_examples(pairs)
    Query.objects.filter(pk=query.pk).update(retired_at=now)
    withdraw_checks(query=held, restarts=False)
    withdrawn = current_verdicts().filter(kind=VerdictKind.WITHDRAWN, pair__in=pairs).values_list("pair", flat=True)
    ended = [pair for pair in pairs if pair.pk not in set(withdrawn)]
    verdicts = current_verdicts().filter(pair__in=ended).update(superseded=True)
    pending = BatchReview.objects.filter(batch__query=query, superseded=False, decision=Decision.PENDING)
    pending.update(superseded=True)
    why = f"query retired: {reason}"[:1000]
    payload = {"reason": reason, "pairs": len(pairs), "verdicts": verdicts}
    drop_pairs(pairs=list(query.pairs.all()), actor=actor, reason=why, now=now)
    records = [Record(QUERY_RETIRED, actor, payload, query.query_id)]
    records += end_pairs(pairs=ended, actor=actor, reason=why, now=now)
    close_problems(pairs=pairs, now=now, resolution=why)
    record_decisions(campaign=query.campaign, records=records, now=now)
    query.refresh_from_db(fields=["retired_at"])
    return len(pairs)


def _held(query: Query, seen_version: int | None) -> Query:
    """The query as it stands, now that nobody else changes it."""
    held = Query.objects.select_related("campaign").get(pk=query.pk)
    if held.retired_at is not None:
        raise BadInput(f"query {held.query_id} is already retired")
    if seen_version not in (None, held.version):
        raise BadInput(f"query {held.query_id} has been edited in the meantime{_last_edit(held)}")
    return held


def _checked(text: str, before: Query, reason: str) -> str:
    text = _readable(text, before, reason)
    if before.split == Split.EXAM and Seat.objects.filter(pair__query=before).exists():
        raise BadInput(f"query {before.query_id} belongs to the exam, and people have already seen it")
    return text


def _readable(text: str, before: Query, reason: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise BadInput("text: is empty")
    if len(text) > LONGEST_QUERY or "\0" in text:
        raise BadInput(f"text: expected at most {LONGEST_QUERY:,} characters, none of them NUL")
    if text == before.text:
        raise BadInput("text: has not changed")
    if not reason:
        raise BadInput("give a reason")
    return text


def _opened_pairs(query: Query) -> list[Pair]:
    pairs = query.pairs.filter(batch__isnull=False).select_related("campaign", "query", "batch__protocol")
    return list(pairs.order_by("rank"))


def _examples(pairs: list[Pair]) -> list[Pair]:
    """Those of the pairs that ever were examples."""
    example = GuidelineExample.objects.filter(pair=OuterRef("pk"))
    shown = set(Pair.objects.filter(Exists(example), pk__in=[pair.pk for pair in pairs]).values_list("pk", flat=True))
    return [pair for pair in pairs if pair.pk in shown]


def _last_edit(query: Query) -> str:
    last = query.earlier.order_by("-version").first()
    return f", by {last.actor}: {last.reason}" if last else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

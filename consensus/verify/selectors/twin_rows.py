"""Searches a twins campaign for rows that are missing, or that say something else than what people saw and wrote."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress

from django.db.models import Exists, F, OuterRef

from annotator.models import Assignment, CaptionOrder, Score, SeatState, TwinCaption
from annotator.twins.tasks import TwinTask
from consensus.models import TwinOutcome, TwinTruth
from consensus.twins.ledger_kinds import TWIN_CAPTIONS_WRITTEN
from moments.models import Campaign, LedgerEntry, Twin

CHUNK = 1000
SHOWN_TWINS = 1  # the round in which a caption is assigned between two twins


def missing_rows(campaign: Campaign) -> Iterator[str]:
    """Rows without which the rules cannot be checked: twins of pairs, and what writers are asked for."""
    forward, backward = (Twin.objects.filter(**{side: OuterRef("moment")}) for side in ("forward", "backward"))
    twinless = campaign.pairs.filter(~Exists(forward), ~Exists(backward)).order_by("number")
    for number in twinless.values_list("number", flat=True):
        yield f"T3: the clip of pair {number} has no twin"
    written = campaign.pairs.filter(query__query_id=TwinTask.CAPTION.query_id).order_by()
    sides = (written.filter(**{path: OuterRef("moment")}) for path in ("moment", "moment__as_forward__backward"))
    work = campaign.pairs.filter(query__query_id__in=[task.query_id for task in TwinTask])
    unwritten = work.filter(*(~Exists(side) for side in sides)).order_by("number")
    for number in unwritten.values_list("number", flat=True):
        yield f"T3: nobody can be asked for the captions of the clip of pair {number}"
    order = CaptionOrder.objects.filter(pair=OuterRef("pk"), attempt=OuterRef("attempt"))
    writing = campaign.pairs.filter(query__query_id=TwinTask.CAPTION.query_id, batch__isnull=False)
    for number in writing.filter(~Exists(order)).order_by("number").values_list("number", flat=True):
        yield f"T3: pair {number} does not say which captions are asked for"


def wrong_rows(campaign: Campaign) -> Iterator[str]:
    """Assignments that are wrong or by an earlier writer, captions that were changed, singles beside training."""
    yield from _assignments(campaign)
    yield from _texts(campaign)
    singles = TwinTruth.objects.filter(
        verdict__pair__campaign=campaign,
        verdict__superseded=False,
        verdict__attempt=F("verdict__pair__attempt"),
        outcome=TwinOutcome.SINGLE,
    )
    placed = singles.exclude(verdict__pair__moment__video__placed__split="train")
    outside = placed.exclude(verdict__pair__moment__video__placed=None).order_by("verdict__pair__number")
    for number in outside.values_list("verdict__pair__number", flat=True):
        yield f"T3: the single clip of pair {number} is not in training"


def _assignments(campaign: Campaign) -> Iterator[str]:
    twins = Twin.objects.filter(forward__campaign=campaign)
    names: dict[int, frozenset[int]] = {}
    forwards: dict[int, int] = {}
    for forward, backward, *numbers in twins.values_list(
        "forward", "backward", "forward__desc_id", "backward__desc_id"
    ):
        names[forward] = names[backward] = frozenset(numbers)
        forwards[forward] = forwards[backward] = forward
    wrote = Score.objects.filter(
        annotator=OuterRef("score__annotator"),
        seat__pair__query__query_id=TwinTask.CAPTION.query_id,
        seat__pair__moment=OuterRef("caption__score__seat__pair__moment"),
        worked_at__lte=OuterRef("score__worked_at"),
    )
    rows = Assignment.objects.filter(score__seat__campaign=campaign).annotate(by_writer=Exists(wrote)).order_by("pk")
    columns = ("pk", "shown", "score__seat__round", "score__seat__pair__moment", "caption__score__seat__pair__moment")
    for score, shown, round_number, own, described, by_writer in rows.values_list(*columns, "by_writer").iterator(
        chunk_size=CHUNK
    ):
        if forwards.get(own) != described:
            yield f"T4: the assignment of score {score} is of the caption of another clip"
        if round_number == SHOWN_TWINS and frozenset(shown) != names.get(own):
            yield f"T4: the assignment of score {score} showed other clips than the twins"
        if by_writer:
            yield f"T4: the assignment of score {score} is by an earlier writer of the clip's captions"


def _texts(campaign: Campaign) -> Iterator[str]:
    """Captions that are not those that were passed on, of which the ledger keeps the words."""
    passed_on: dict[tuple[int | None, int], list[list[str]]] = defaultdict(list)
    entries = LedgerEntry.objects.filter(campaign=campaign, kind=TWIN_CAPTIONS_WRITTEN.name)
    for number, text in entries.values_list("pair_number", "payload").iterator(chunk_size=CHUNK):
        with suppress(ValueError, KeyError, TypeError):  # an entry that was tampered with breaks the chain (I8)
            payload = json.loads(text)
            passed_on[number, payload["attempt"]].append(payload["texts"])
    captions = TwinCaption.objects.filter(
        score__seat__campaign=campaign,
        score__current=True,
        score__seat__state=SeatState.SETTLED,
        score__seat__superseded=False,
    )
    columns = ("score__seat__pair__number", "score__seat__attempt", "forward_text", "backward_text")
    for number, attempt, *texts in captions.order_by("pk").values_list(*columns).iterator(chunk_size=CHUNK):
        if [text for text in texts if text] not in passed_on[number, attempt]:
            yield f"T4: the captions of attempt {attempt} of pair {number} are not those that were passed on"

"""Which pairs an exam may hold: of the exam split, seen by nobody, with texts of no other split (R10)."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet

from annotator.exam.selectors.exams import exam_items
from annotator.models import Exam, Gold, GuidelineExample, Practice, Purpose, ReferenceQuestion, Seat
from moments.base.errors import BadInput
from moments.models import Campaign, Pair, Split


def drawn_pairs(campaign: Campaign, *, queries: int, depth: int, seed: int) -> list[Pair]:
    """The best-ranked `depth` usable pairs of `queries` queries of the exam split, drawn with the seed.

    Raises BadInput if there are not that many queries with that many pairs.
    """
    by_query: dict[int, list[Pair]] = {}
    judged = JudgedTexts(campaign)
    for pair in usable_pairs(campaign).order_by("query__query_id", "rank"):
        if not judged.hold(pair):
            by_query.setdefault(pair.query.query_id, []).append(pair)
    deep = [number for number, pairs in by_query.items() if len(pairs) >= depth]
    if len(deep) < queries:
        raise BadInput(
            f"{len(deep)} queries of the exam split have {depth} usable pairs, but {queries} are needed",
            remedy="queries",
        )
    chosen = sorted(random.Random(seed).sample(deep, queries))
    return [pair for number in chosen for pair in by_query[number][:depth]]


def named_pairs(campaign: Campaign, numbers: Sequence[int]) -> list[Pair]:
    """The campaign's pairs of those numbers; raises BadInput naming the first that an exam may not hold."""
    pairs = {pair.number: pair for pair in campaign.pairs.filter(number__in=numbers).select_related("query", "batch")}
    usable = set(usable_pairs(campaign).filter(number__in=numbers).values_list("number", flat=True))
    judged = JudgedTexts(campaign)
    for number in numbers:
        if number not in pairs:
            raise BadInput(f"pairs: {number} is not a pair of the campaign")
        pair = pairs[number]
        if pair.query.split != Split.EXAM:
            raise BadInput(f"pairs: {number} belongs to a query of the {pair.query.split} split, not of the exam split")
        if number not in usable:
            raise BadInput(f"pairs: {number} is on hold, or was already shown or scored elsewhere")
        if judged.hold(pair):
            raise BadInput(f"pairs: the query of {number} has the same text as a query of val or test")
    return [pairs[number] for number in sorted(set(numbers))]


def usable_pairs(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs of the exam split in no batch, without campaign seats, neither shown to everybody nor gold.

    Where the campaign marks, only questions whose answer is known.
    """
    pair = OuterRef("pk")
    known = campaign.pairs if campaign.is_graded else campaign.pairs.filter(reference__isnull=False)
    return known.filter(
        ~Exists(Seat.objects.filter(pair=pair).exclude(purpose=Purpose.EXAM)),
        ~Exists(GuidelineExample.objects.filter(pair=pair)),
        ~Exists(Practice.objects.filter(pair=pair)),
        ~Exists(Gold.objects.filter(pair=pair)),
        query__split=Split.EXAM,
        query__retired_at=None,
        batch=None,
        parked=False,
    ).select_related("query")


def pairs_judged_too(exam: Exam) -> list[int]:
    """The numbers of the exam's pairs whose query has the text of a query of val or test."""
    judged = JudgedTexts(exam.campaign)
    return [item.pair.number for item in exam_items(exam) if judged.hold(item.pair)]


class JudgedTexts:
    """The plain texts of what is judged outside the exam split.

    In marking campaigns, two questions are alike only if they are about one video, and a copy may be like its source.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.marks = not campaign.is_graded
        self.texts: dict[object, set[int]] = defaultdict(set)
        if self.marks:
            judged = campaign.pairs.exclude(query__split=Split.EXAM)
            for pair, moment, text in judged.values_list("pk", "moment", "query__text"):
                self.texts[moment, plain_text(text)].add(pair)
            self.sources = dict(ReferenceQuestion.objects.filter(pair__campaign=campaign).values_list("pair", "source"))
        else:
            for text in campaign.queries.exclude(split=Split.EXAM).values_list("text", flat=True):
                self.texts[plain_text(text)].add(0)

    def hold(self, pair: Pair) -> bool:
        """Whether the text of the pair's query is judged, too."""
        text = plain_text(pair.query.text)
        if not self.marks:
            return text in self.texts
        return bool(self.texts.get((pair.moment_id, text), set()) - {self.sources.get(pair.pk)})


def plain_text(text: str) -> str:
    """The text without regard to case and spaces."""
    return " ".join(text.casefold().split())

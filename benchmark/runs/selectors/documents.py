"""Where the documents of a campaign's TREC runs lie: its moments, by their own ids or by those of its pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from benchmark.models import DocumentKind
from evaluation.reading.trec_run import Documents, Place
from moments.models import Campaign, Moment, Pair

ASKED_AT_ONCE = 500
LONGEST_NUMBER = 18  # digits that every database holds


def documents_of(campaign: Campaign, kind: str) -> Documents:
    """What the ids are, and a function that finds those of them that the campaign has."""

    def find(ids: Collection[str]) -> dict[str, Place]:
        return dict(_found(campaign, kind, [int(one) for one in ids if _is_number(one)]))

    return Documents(kind, find)


def _is_number(text: str) -> bool:
    """Whether it is a number as exports write it, so that one moment has one id."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and str(int(text)) == text


def _found(campaign: Campaign, kind: str, numbers: list[int]) -> Iterator[tuple[str, Place]]:
    for begin in range(0, len(numbers), ASKED_AT_ONCE):
        some = numbers[begin : begin + ASKED_AT_ONCE]
        if kind == DocumentKind.PAIR_ID:
            pairs = Pair.objects.filter(campaign=campaign, number__in=some)
            fields = ("number", "moment__video__name", "moment__start_s", "moment__end_s", "query__query_id")
            for number, video, start_s, end_s, query in pairs.values_list(*fields):
                yield str(number), Place(video, start_s, end_s, str(query))
        else:
            moments = Moment.objects.filter(campaign=campaign, desc_id__in=some, whole=False)
            for number, video, start_s, end_s in moments.values_list("desc_id", "video__name", "start_s", "end_s"):
                yield str(number), Place(video, start_s, end_s)

"""The formats that runs come in, each with a sample to begin from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple


class SampleRow(NamedTuple):
    """A candidate of a query of the campaign, as a run ranks it; rows come query by query, best first."""

    query_id: int
    query: str
    desc_id: int
    pair_id: int
    video_name: str
    duration_s: float
    start_s: float
    end_s: float
    similarity: float


@dataclass(frozen=True, slots=True)
class SampleFile:
    """A file that can be sent as it is: its name, and its content made of rows."""

    name: str
    content: Callable[[Sequence[SampleRow]], str]


@dataclass(frozen=True, slots=True)
class RunFormat:
    """A format, in words, and the samples of its files."""

    title: str
    description: str
    files: tuple[SampleFile, ...]


def _own(rows: Sequence[SampleRow]) -> str:
    return _json(
        {
            str(query): [
                {"video_name": one.video_name, "timestamp": [one.start_s, one.end_s], "score": one.similarity}
                for one in found
            ]
            for query, _, found in _by_query(rows)
        }
    )


def _listed(rows: Sequence[SampleRow], key: str) -> list[dict[str, Any]]:
    index = _indices(rows)
    return [
        {
            key: query,
            "desc": text,
            "predictions": [[index[one.video_name], one.start_s, one.end_s, one.similarity] for one in found],
        }
        for query, text, found in _by_query(rows)
    ]


def _authors(rows: Sequence[SampleRow]) -> str:
    return _json(_listed(rows, "query_id"))


def _corpus(rows: Sequence[SampleRow]) -> str:
    seconds = {one.video_name: one.duration_s for one in rows}
    return _json({name: [seconds[name], at] for name, at in _indices(rows).items()})


def _tvr(rows: Sequence[SampleRow]) -> str:
    return _json({"video2idx": _indices(rows), "VCMR": _listed(rows, "desc_id")})


def _trec(rows: Sequence[SampleRow]) -> str:
    return _trec_lines(rows, lambda one: one.desc_id)


def _trec_by_pair(rows: Sequence[SampleRow]) -> str:
    return _trec_lines(rows, lambda one: one.pair_id)


def _trec_lines(rows: Sequence[SampleRow], document: Callable[[SampleRow], int]) -> str:
    return "".join(
        f"{query} Q0 {document(one)} {rank} {one.similarity!r} sample\n"
        for query, _, found in _by_query(rows)
        for rank, one in enumerate(found, start=1)
    )


def _by_query(rows: Iterable[SampleRow]) -> Iterable[tuple[int, str, list[SampleRow]]]:
    for (query, text), found in groupby(rows, key=lambda one: (one.query_id, one.query)):
        yield query, text, list(found)


def _indices(rows: Iterable[SampleRow]) -> dict[str, int]:
    return {name: at for at, name in enumerate(dict.fromkeys(one.video_name for one in rows))}


def _json(document: object) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


RUN_FORMATS = (
    RunFormat(
        "JSON by query",
        "An object that maps each query to its predictions, best first: video name, start and end, score.",
        (SampleFile("sample_run.json", _own),),
    ),
    RunFormat(
        "TREC",
        "Lines of query, Q0, document, rank, score and tag. A document is a moment by its desc_id, as in exports "
        "(similarity/val.trec), or a pair by its pair_id. The highest score is first.",
        (SampleFile("sample_run.trec", _trec), SampleFile("sample_run_pair_id.trec", _trec_by_pair)),
    ),
    RunFormat(
        "TVR-Ranking",
        "The authors’ list of predictions by video index, with their video_corpus.json.",
        (SampleFile("sample_run_tvr_ranking.json", _authors), SampleFile("video_corpus.json", _corpus)),
    ),
    RunFormat(
        "TVR",
        "The objects video2idx and VCMR. The desc_id is the query.",
        (SampleFile("sample_run_tvr.json", _tvr),),
    ),
)
SAMPLES: Mapping[str, SampleFile] = {file.name: file for one in RUN_FORMATS for file in one.files}

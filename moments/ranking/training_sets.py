"""Writes training sets by similarity, as files of labels: streamed, one file a depth, whole or not there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from json.encoder import encode_basestring as quoted
from pathlib import Path
from typing import NamedTuple, TextIO

from moments.base.errors import BadInput
from moments.ranking.exact import RankedPlace

# Rounded means of the published verdicts by rank, where rank 1 is the query's own moment: 3.8, 2.7 and 2.5 at
# ranks 1, 2 and 3, then 2.3 to 1.95 at ranks 5 to 20.
PSEUDO = ((1, 4), (3, 3), (40, 2))
BEYOND = 1
FIRST, NEXT = "[\n", ",\n"


class TrainingMoment(NamedTuple):
    """A moment as a training set shows it; times in seconds."""

    desc_id: int
    caption: str
    video_name: str
    start_s: float
    end_s: float
    duration_s: float


def pseudo_relevance(rank: int) -> int:
    """The relevance that a rank gets if nobody judged."""
    return next((relevance for last, relevance in PSEUDO if rank <= last), BEYOND)


def training_file(top: int) -> str:
    """The file of a training set of that depth."""
    return f"train_top{top:02d}.json"


def write_training_sets(
    folder: Path,
    tops: Sequence[int],
    moments: Sequence[TrainingMoment],
    rankings: Iterable[tuple[int, Sequence[RankedPlace]]],
) -> dict[str, int]:
    """One file for each of `tops`; how many rows each has. Files of an earlier run are replaced when all are whole.

    `rankings` gives, for each query, its own moment's place and its candidates (at least max(tops), if there are
    as many), and is read once. Raises BadInput if the folder cannot be written.
    """
    fields = [_fields_of(moment) for moment in moments]
    rows = dict.fromkeys(tops, 0)
    with _files(folder, tops) as streams:
        for own, candidates in rankings:
            asked = f'"query_id": {moments[own].desc_id}, "query": {quoted(moments[own].caption)}'
            lines = [_line(asked, fields[one.moment], one) for one in candidates]
            for top, stream in streams.items():
                for line in lines[:top]:
                    rows[top] += 1
                    stream.write((NEXT if rows[top] > 1 else FIRST) + f'{{"pair_id": {rows[top]}, {line}')
        for top, stream in streams.items():
            stream.write("\n]\n" if rows[top] else "[]\n")
    return {training_file(top): count for top, count in rows.items()}


def _fields_of(moment: TrainingMoment) -> str:
    return (
        f'"video_name": {quoted(moment.video_name)}, "timestamp": [{moment.start_s!r}, {moment.end_s!r}], '
        f'"duration": {moment.duration_s!r}, "caption": {quoted(moment.caption)}'
    )


def _line(asked: str, fields: str, one: RankedPlace) -> str:
    return f'{asked}, {fields}, "similarity": {one.similarity!r}, "relevance": {pseudo_relevance(one.rank)}}}'


@contextmanager
def _files(folder: Path, tops: Sequence[int]) -> Iterator[Mapping[int, TextIO]]:
    """A stream for each depth; the files get their names when all of them are whole and on the disk."""
    partial = {top: folder / f".{training_file(top)}.partial" for top in tops}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}; no training set was written") from error
    try:
        with ExitStack() as stack:
            streams = {top: stack.enter_context(path.open("w", encoding="utf-8")) for top, path in partial.items()}
            yield streams
            for stream in streams.values():
                stream.flush()
                os.fsync(stream.fileno())
        for top, path in partial.items():
            path.replace(folder / training_file(top))
    except OSError as error:
        raise BadInput(f"{error.filename or folder}: {error.strerror}; no training set was written") from error
    finally:
        for path in partial.values():
            path.unlink(missing_ok=True)

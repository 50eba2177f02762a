"""The demo corpus in the form that TVR's own files have, and the queries that go with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moments.demo.captions import caption_of, general_caption_of
from moments.demo.scenes import demo_moments, demo_videos

# desc_ids, spread over videos and actions: some queries are a moment's caption, of one scene or two; the
# others leave out colours and place, so that several moments fit them.
SPECIFIC = (3, 10, 15, 29, 41, 63, 66)
GENERAL = (1, 17, 27, 49, 54)
EXAM = (7, 36)
FIRST_EXAM_QUERY = 101


@dataclass(frozen=True, slots=True)
class DemoQuery:
    """A query of the demo in the fields of an import of queries, its split left to the importer."""

    query_id: int
    query: str
    desc_id: int


def demo_rows() -> list[dict[str, Any]]:
    """Every moment as `vid_name duration ts desc type desc_id`, `ts` in seconds, `desc_id` from 1 on."""
    return [
        {
            "vid_name": moment.video.name,
            "duration": moment.video.duration_s,
            "ts": [moment.start_s, moment.end_s],
            "desc": caption_of(moment),
            "type": "v",
            "desc_id": number,
        }
        for number, moment in enumerate(demo_moments(demo_videos()), start=1)
    ]


def demo_queries() -> tuple[DemoQuery, ...]:
    """Twelve queries, each true of the moment it is taken from, in the order of the moments."""
    moments = demo_moments(demo_videos())
    queries = []
    for query_id, desc_id in enumerate(sorted(SPECIFIC + GENERAL), start=1):
        worded = caption_of if desc_id in SPECIFIC else general_caption_of
        queries.append(DemoQuery(query_id, worded(moments[desc_id - 1]), desc_id))
    return tuple(queries)


def demo_exam_queries() -> tuple[DemoQuery, ...]:
    """Two queries of the exam split, captions of other moments."""
    moments = demo_moments(demo_videos())
    return tuple(
        DemoQuery(query_id, caption_of(moments[desc_id - 1]), desc_id)
        for query_id, desc_id in enumerate(EXAM, start=FIRST_EXAM_QUERY)
    )


DEMO_QUERIES = demo_queries()
DEMO_EXAM_QUERIES = demo_exam_queries()

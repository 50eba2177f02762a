"""A label's line is what the standard library's JSON would say, for every text and number."""

import json

from hypothesis import given
from hypothesis import strategies as st

from consensus.export.formats.tvr import LabelLines
from consensus.labels.rows import Label

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
NUMBERS = st.floats(0, 1e6, allow_nan=False)


@given(st.integers(1, 10**12), TEXTS, TEXTS, TEXTS, NUMBERS, NUMBERS, st.floats(-1, 1), st.integers(0, 4))
def test_a_label_is_written_as_json_writes_it(
    pair, query, video, caption, start, length, similarity, relevance
) -> None:
    label = Label(pair, 7, query, "val", video, start, start + length, 90.0, caption, similarity, 12345, relevance)
    expected = {
        "pair_id": pair,
        "query_id": 7,
        "query": query,
        "video_name": video,
        "timestamp": [start, start + length],
        "duration": 90.0,
        "caption": caption,
        "similarity": similarity,
        "relevance": relevance,
    }
    line_of = LabelLines()
    assert line_of(label) == json.dumps(expected, ensure_ascii=False)
    other = label._replace(query_id=8, query=caption)
    assert line_of(other) == json.dumps({**expected, "query_id": 8, "query": caption}, ensure_ascii=False)
    assert line_of(label._replace(query=video)) == json.dumps({**expected, "query": video}, ensure_ascii=False)
    assert line_of(label) == json.dumps(expected, ensure_ascii=False)

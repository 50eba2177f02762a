"""Rows of the table of access: making an exam and looking after it."""

from __future__ import annotations

from annotator.exam.services.making import create_exam
from annotator.models import Seat
from tests.factories import NOW, make_query

LED = (401, 403, 404, 403, 404, 404, 404)  # the campaign grades

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("exam", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exam-report", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exam-report-csv", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exam-make", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("exam-make", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-copy", "post"): (302, 403, 404, 403, 404, 404, 404),  # the campaign grades: it has no questions to copy
    # The campaign grades: it has no samples of captions.
    ("exam-samples", "get"): (302, 403, 404, 403, 404, 404, 404),
    ("exam-sample-grade", "post"): (302, 403, 404, 403, 404, 404, 404),
    ("exam-sample-undo", "post"): (302, 403, 404, 403, 404, 404, 404),
    ("exam-permit", "post"): (302, 403, 404, 403, 404, 404, 404),
    ("api-exam", "get"): LED,
    ("api-exam", "post"): LED,
    ("api-exam-samples", "get"): LED,
    ("api-exam-grade", "post"): LED,
    ("api-exam-grade-undo", "post"): LED,
    ("api-exam-open", "post"): LED,
    ("api-exam-close", "post"): LED,
    ("api-exam-permits", "get"): LED,
    ("api-exam-permits", "post"): LED,
    ("exam-open", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-freeze", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-close", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-grant", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-save", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-drop", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exam-doubtful", "post"): (302, 403, 404, 403, 302, 404, 302),
}
BODIES: dict[str, dict[str, object]] = {
    "exam-make": {
        "how": "draw",
        "queries": 1,
        "depth": 2,
        "seed": 0,
        "truth_kind": "gold",
        "takers_to_freeze": 1,
        "sittings_allowed": 1,
    },
    "exam-close": {"state": "draft"},
    "exam-drop": {"reason": "two films"},
    "exam-doubtful": {"doubtful": "yes"},
    "exam-sample-grade": {"decision": "pass"},
    "api-exam": {"clips": [], "writing": []},
    "api-exam-grade": {"passed": True},
    "api-exam-open": {"exam": 1},
    "api-exam-close": {"exam": 1, "state": "draft"},
    "api-exam-permits": {"worker": "A1", "may_write": True},
    "exam-permit": {"person": "A1", "writes": "yes"},
}


WITHOUT_NUMBER = (
    *("exam", "exam-copy", "exam-make", "exam-report", "exam-report-csv", "exam-samples"),
    *("api-exam", "api-exam-samples", "api-exam-open", "api-exam-close", "api-exam-permits"),
)


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes a draft of two pairs, which it is about."""
    query = make_query(seat.campaign, pairs=2, split="exam")
    exam = create_exam(campaign=seat.campaign, queries=1, depth=2, truth_kind="gold", now=NOW, actor="test")
    words: dict[str, object] = {}
    if name in ("exam-sample-grade", "exam-sample-undo"):
        words["score"] = 1
    elif name in ("api-exam-grade", "api-exam-grade-undo"):
        words["number"] = 1
    elif name not in WITHOUT_NUMBER:
        words["number"] = exam.number
    if name in ("exam-drop", "exam-doubtful"):
        words["pair"] = query.pairs.get(rank=1).number
    return {"slug": seat.campaign.slug, **words}

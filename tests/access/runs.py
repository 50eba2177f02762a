"""Rows of the table of access: runs and their comparison."""

from __future__ import annotations

from annotator.models import Seat
from tests.benchmark.scenes import made_runs

ONE_RUN = ("run", "retry-run", "delete-run", "api-run")

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("runs", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("run", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("compare-runs", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("compare-query", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("compare-figure", "get"): (302, 403, 404, 403, 404, 404, 404),
    ("compare-table", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("runs-figure", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("runs-table", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("run-table", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("measures-figure", "get"): (302, 403, 404, 403, 404, 404, 404),
    ("measures-table", "get"): (302, 403, 404, 403, 404, 404, 404),
    ("stability-figure", "get"): (302, 403, 404, 403, 404, 404, 404),
    ("stability-table", "get"): (302, 403, 404, 403, 404, 404, 404),
    ("run-sample", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("upload-run", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("score-runs-again", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("retry-run", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("delete-run", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("measures", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("measures-make", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("api-runs-measures", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("api-runs-measures", "post"): (401, 403, 404, 403, 202, 404, 202),
    ("stability", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("stability-make", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("api-runs-stability", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("api-runs-stability", "post"): (401, 403, 404, 403, 202, 404, 202),
    ("api-runs", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("api-runs", "post"): (401, 403, 404, 403, 201, 404, 201),
    ("api-run", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("api-run", "delete"): (401, 403, 404, 403, 403, 404, 204),
    ("api-runs-compare", "get"): (401, 403, 404, 403, 200, 404, 200),
}
BODIES: dict[str, dict[str, object]] = {"api-runs-stability": {"runs": [1, 2]}}  # the run of made_runs and a reference


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    number = made_runs(seat.campaign)
    words: dict[str, dict[str, object]] = {
        "compare-query": {"query_id": 1},
        "compare-figure": {"kind": "svg"},
        "run-sample": {"name": "sample_run.trec"},
        "compare-table": {"table": "queries", "kind": "csv"},
        "runs-figure": {"family": "NDCG", "kind": "svg"},
        "runs-table": {"table": "runs", "kind": "tex"},
        "run-table": {"number": number, "kind": "csv"},
        "measures-figure": {"section": "ties", "place": 1, "kind": "svg"},
        "measures-table": {"section": "ties", "place": 1, "kind": "csv"},
        "stability-figure": {"section": "queries", "place": 1, "kind": "svg"},
        "stability-table": {"section": "needed", "place": 1, "kind": "csv"},
    }
    words |= {route: {"number": number} for route in ONE_RUN}
    return {"slug": seat.campaign.slug, **words.get(name, {})}

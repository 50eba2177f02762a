"""Rows of the table of access: the pages of the corpus and of the steps to opening."""

from __future__ import annotations

from annotator.models import Seat
from moments.material.services.uploads import begin_upload
from moments.staging.services import stage_file
from tests.factories import NOW

ONE_UPLOAD = ("corpus-upload-part", "corpus-upload-drop")
ONE_FILE = ("corpus-import", "corpus-import-confirm", "corpus-import-put-away")

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("campaign-new", "get"): (302, 403, 403, 403, 200, 200, 200),
    ("campaign-new", "post"): (302, 403, 403, 403, 302, 302, 302),
    ("corpus-setup", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-browser", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-imports", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-import-stage", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-import", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-import-confirm", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-import-put-away", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-videos", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-videos-add", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-place", "post"): (302, 403, 404, 403, 403, 404, 302),  # folders of the server are the admin's to give
    ("corpus-upload", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-upload-part", "put"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-upload-drop", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-mark", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-mark", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("restore", "get"): (302, 403, 403, 403, 403, 403, 200),
    ("restore", "post"): (302, 403, 403, 403, 403, 403, 400),
    ("restore-cancel", "post"): (302, 403, 403, 403, 403, 403, 404),
    ("corpus-queries", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-queries-sample", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-query-new", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-candidates", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-candidates-rank", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-candidates-pool", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("protocol", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("protocol", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-opening", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-opening-order", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-copy", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-copy-order", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-trial-order", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-trial-remove", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-upkeep", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-upkeep-settle", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-upkeep-verify", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-upkeep-archive", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("corpus-upkeep-download", "get"): (302, 403, 404, 403, 403, 404, 404),
}
NEW_QUERY = {"text": "A query that somebody types.", "split": "val"}
BODIES: dict[str, dict[str, object]] = {"campaign-new": {"slug": "fresh"}, "corpus-query-new": NEW_QUERY}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    if name in ("campaign-new", "restore", "restore-cancel"):
        return {"number": 1} if name == "restore-cancel" else {}
    if name.startswith("corpus-mark"):
        return {"slug": seat.campaign.slug, "video_id": seat.pair.moment.video_id}
    if name in ONE_UPLOAD:
        upload = begin_upload(
            campaign=seat.campaign, given_name="film.mp4", size=9, modified_ms=0, actor="admin", now=NOW
        )
        return {"slug": seat.campaign.slug, "upload_id": upload.pk}
    if name in ONE_FILE:
        content = b"query_id,query,split,desc_id\n900,A dog.,val,\n"
        staged = stage_file(
            campaign=seat.campaign, kind="queries", given_name="q.csv", parts=[content], actor="admin", now=NOW
        )
        return {"slug": seat.campaign.slug, "staged_id": staged.pk}
    return {"slug": seat.campaign.slug}

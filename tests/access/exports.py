"""Rows of the table of access: exports, the report, and jobs that are cancelled."""

from __future__ import annotations

from annotator.models import Seat
from consensus.report.selectors.reports import report_folder
from consensus.report.services.orders import order_report
from moments.jobs.selectors import newest_job
from tests.factories import NOW, made_export

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("campaign-report", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("report-make", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("report-download", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("report-file", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("job-cancel", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("exports", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("export-history", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("export-order", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("export-card", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("export-compare", "get"): (302, 403, 404, 403, 400, 404, 400),
    ("export-download", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("api-exports", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("api-exports", "post"): (401, 403, 404, 403, 201, 404, 201),
    ("api-export", "get"): (401, 403, 404, 403, 200, 404, 200),
    ("api-export-download", "get"): (401, 403, 404, 403, 200, 404, 200),
}
BODIES: dict[str, dict[str, object]] = {
    "export-order": {"formats": ["tvr"], "partial": "on"},
    "api-exports": {"formats": ["tvr"], "partial": True},
}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    slug = seat.campaign.slug
    if name in ("export-download", "api-export", "api-export-download"):
        return {"slug": slug, "number": made_export(seat.campaign, partial=True).number}
    if name == "job-cancel":
        order_report(campaign=seat.campaign, actor="admin", now=NOW)
        return {"slug": slug, "number": newest_job(seat.campaign, "report").pk}
    if name == "report-file":
        leave_a_report(seat)
        return {"slug": slug, "folder": "figures", "name": "a.svg"}
    if name in ("report-make", "report-download"):
        leave_a_report(seat)
    return {"slug": slug}


def leave_a_report(seat: Seat) -> None:
    """A page to download; as the folder is no report, making one is refused at once instead of drawn for seconds."""
    folder = report_folder(seat.campaign)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.html").write_text("<!doctype html>")
    (folder / "figures").mkdir(exist_ok=True)
    (folder / "figures/a.svg").write_text("<svg/>")

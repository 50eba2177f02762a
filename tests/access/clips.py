"""Rows of the table of access: clips, files beside proxies, posters, pictures and clips of texts."""

from __future__ import annotations

from django.core.files.base import ContentFile
from django.core.files.storage import storages

from annotator.models import Seat
from moments.marking_protocol import MarkingProtocol
from moments.models import Illustration, Poster
from tests.factories import NOW, make_campaign
from tests.marking import make_whole_video

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("clip-part", "get"): (401, 404, 404, 403, 404, 404, 200),  # of a video of another campaign
    ("poster", "get"): (401, 200, 404, 403, 200, 404, 200),
    ("illustration", "get"): (401, 200, 404, 403, 200, 404, 200),
    ("pictures", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("picture-add", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("picture-clip", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("picture-remove", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-clips", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-clips-going", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-clips-order", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("corpus-clips-look", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-clips-test", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("corpus-clips-twins", "post"): (302, 403, 404, 403, 404, 404, 404),
    ("corpus-clips-stop", "post"): (302, 403, 404, 403, 302, 404, 302),
}
BODIES: dict[str, dict[str, object]] = {"corpus-clips-order": {"source": "/films", "kind": "needed"}}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    if name == "poster":
        still = Poster.objects.create(moment=seat.pair.moment, width=64, height=36, size=3, sha256="0" * 64, cut_at=NOW)
        storages["clips"].save(still.name, ContentFile(b"\xff\xd8\xff"))
        return {"name": still.name}
    if name in ("illustration", "picture-remove"):
        shown = Illustration.objects.create(
            campaign=seat.campaign, number=1, suffix="png", description="A field", actor="lead",
            width=4, height=3, size=4, sha256="0" * 64, created_at=NOW,
        )  # fmt: skip
        storages["clips"].save(shown.name, ContentFile(b"\x89PNG"))
        return {"name": shown.name} if name == "illustration" else {"slug": seat.campaign.slug, "number": 1}
    if name == "clip-part":
        part = make_whole_video(make_campaign("long", marking=MarkingProtocol()), "video").clips.get().parts.all()[0]
        storages["clips"].save(part.name, ContentFile(b"{}"))
        return {"name": part.name}
    return {"slug": seat.campaign.slug}

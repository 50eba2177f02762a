"""Videos uploaded in parts: where the next one begins, one part after another, and the end of it."""

from __future__ import annotations

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from annotator.people.selectors.access import Lead, led_campaign, person_asking
from console.frame.forms import refusals_shown
from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.material.services.uploads import OffsetDiffers, PartDamaged, begin_upload, drop_upload, keep_part
from moments.material.storage import PART_BYTES
from moments.models import VideoUpload


@require_POST
@login_required
def upload_begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the upload of such a file stands; begins it if nobody did."""
    lead = led_campaign(person_asking(request), slug)
    name, size, modified = _given(request)
    try:
        upload = begin_upload(
            campaign=lead.campaign,
            given_name=name,
            size=size,
            modified_ms=modified,
            actor=lead.actor,
            now=timezone.now(),
        )
    except BadInput as problem:
        return _refusal(problem, 400)
    return JsonResponse(_state(upload))


@require_http_methods(["PUT"])
@login_required
def upload_part(request: HttpRequest, slug: str, upload_id: int) -> HttpResponse:
    """Take the next part: 409 says where the upload stands instead, 422 asks for the part again."""
    _, upload = _asked(request, slug, upload_id)
    offset = request.GET.get("offset", "")
    if not (offset.isascii() and offset.isdigit() and len(offset) < 16):
        raise BadRequest("offset: expected a whole number")
    if _length(request) > PART_BYTES:
        return _refusal(BadInput(f"a part has at most {PART_BYTES:,} bytes"), 413)
    try:
        data = request.read(PART_BYTES + 1)
        checksum = request.headers.get("X-Part-SHA256", "")
        kept = keep_part(upload=upload, offset=int(offset), data=data, checksum=checksum, now=timezone.now())
    except OffsetDiffers as differs:
        return JsonResponse(_state(differs.upload), status=409)
    except (PartDamaged, OSError) as damaged:
        return _refusal(damaged, 422)
    except BadInput as problem:
        return _refusal(problem, 400)
    return JsonResponse(_state(kept))


@require_POST
@login_required
def upload_drop(request: HttpRequest, slug: str, upload_id: int) -> HttpResponse:
    """Cancel an unfinished upload, or delete a video that the campaign does not have."""
    lead, upload = _asked(request, slug, upload_id)
    with refusals_shown(request, "The file stays"):
        drop_upload(upload=upload, actor=lead.actor, now=timezone.now())
        messages.success(request, f"{isolated(upload.name)} was deleted.")
    return redirect("corpus-videos", slug)


def _asked(request: HttpRequest, slug: str, upload_id: int) -> tuple[Lead, VideoUpload]:
    lead = led_campaign(person_asking(request), slug)
    return lead, get_object_or_404(lead.campaign.video_uploads.select_related("campaign"), pk=upload_id)


def _length(request: HttpRequest) -> int:
    """How long the request says that its body is; raises BadRequest for what is no number."""
    text = request.headers.get("Content-Length") or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise BadRequest("Content-Length: expected a whole number")
    return int(text)


def _given(request: HttpRequest) -> tuple[str, int, int]:
    """Name, size and time of the file; raises BadRequest."""
    try:
        given = json.loads(request.body)
        return str(given["name"]), int(given["size"]), int(given["modified"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise BadRequest("expected a JSON object with name, size and modified") from None


def _state(upload: VideoUpload) -> dict[str, object]:
    return {
        "id": upload.pk,
        "name": upload.name,
        "received": upload.received,
        "size": upload.size,
        "done": upload.finished_at is not None,
    }


def _refusal(problem: Exception, status: int) -> JsonResponse:
    return JsonResponse({"detail": str(problem)}, status=status)

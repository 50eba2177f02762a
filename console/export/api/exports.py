"""`/campaigns/<slug>/exports/`: ask for exports, read their history, download them."""

from __future__ import annotations

from django.http import FileResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.models import User
from annotator.people.forms.rest import ErrorAnswer, asked_object
from annotator.people.selectors.access import Lead, led_campaign
from consensus.export.selectors.exports import LISTED, archive_response, export_by_number, exports_of
from consensus.export.services.history import request_export
from console.export.api.shapes import ExportDetail, ExportList, ExportRequest, ExportShape, export_data
from moments.base.errors import BadInput

REFUSALS = {401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}


class ExportsView(APIView):
    """All exports of a campaign."""

    @extend_schema(operation_id="list_exports", responses={200: ExportList, **REFUSALS})
    def get(self, request: Request, slug: str) -> Response:
        """The campaign's exports, newest first."""
        exports = [export_data(export) for export in exports_of(_lead(request, slug).campaign)[:LISTED]]
        return Response(ExportList({"exports": exports}).data)

    @extend_schema(
        operation_id="request_export", request=ExportRequest, responses={201: ExportShape, 400: ErrorAnswer, **REFUSALS}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Ask for an export; a worker makes it, one at a time. It holds the reason if it failed."""
        lead = _lead(request, slug)
        asked = ExportRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        try:
            export = request_export(
                campaign=lead.campaign,
                **asked.validated_data,
                by_admin=lead.is_admin,
                actor=lead.actor,
                now=timezone.now(),
            )
        except BadInput as problem:
            raise ValidationError({"detail": str(problem)}) from problem
        return Response(ExportShape(export_data(export)).data, status=201)


class ExportView(APIView):
    """One export."""

    @extend_schema(operation_id="read_export", responses={200: ExportDetail, **REFUSALS})
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The export with its manifest."""
        export = export_by_number(_lead(request, slug).campaign, number)
        return Response(ExportDetail({**export_data(export), "manifest": export.manifest}).data)


class DownloadView(APIView):
    """An export's archive."""

    @extend_schema(
        operation_id="download_export",
        responses={200: OpenApiResponse(OpenApiTypes.BINARY, "the ZIP file"), **REFUSALS},
    )
    def get(self, request: Request, slug: str, number: int) -> FileResponse:
        """The ZIP file; 404 until it is ready."""
        export = export_by_number(_lead(request, slug).campaign, number)
        return archive_response(export)


def _lead(request: Request, slug: str) -> Lead:
    assert isinstance(request.user, User)  # every view asks for authentication
    return led_campaign(request.user, slug)

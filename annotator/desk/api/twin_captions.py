"""`POST twin-captions/check/`: what is wrong with captions while somebody writes them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.people.forms.asking import asking_annotator
from annotator.people.forms.rest import ErrorAnswer, asked_object
from annotator.scoring.selectors.twin_rules import caption_limits_for
from annotator.twins.caption_checks import CaptionCheck, CaptionFault, Similar, check_caption, check_couple
from moments.encoders.services import live_encoder

CLIPS = 2
LONGEST_CHECKED = 20_000


class TwinCaptionsRequest(serializers.Serializer[Any]):
    """The captions of one seat as they stand, in the order of its clips; null for a clip that needs none."""

    captions = serializers.ListField(child=serializers.CharField(allow_null=True, allow_blank=True), max_length=CLIPS)
    seat = serializers.UUIDField(
        required=False, allow_null=True, help_text="the seat that they are written for; its batch's protocol holds"
    )


class CaptionFaultShape(serializers.Serializer[Any]):
    """What a check found. What is not `refused` may be right, and can be sent."""

    check = serializers.ChoiceField(choices=[one.value for one in CaptionCheck])
    sentence = serializers.CharField()
    refused = serializers.BooleanField()


class TwinCaptionsAnswer(serializers.Serializer[Any]):
    """The faults of each caption, in the same order."""

    faults = serializers.ListField(child=CaptionFaultShape(many=True))


class TwinCaptionsCheckView(APIView):
    """Looks at captions and keeps nothing."""

    @extend_schema(
        operation_id="check_twin_captions",
        request=TwinCaptionsRequest,
        responses={200: TwinCaptionsAnswer, 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer},
    )
    def post(self, request: Request) -> Response:
        """What is wrong with my captions as they stand; empty ones are not looked at."""
        member = asking_annotator(request)
        body = asked_object(request)
        texts, seat = _captions(body.get("captions")), _seat(body.get("seat"))
        if not member.campaign.is_twin:
            raise NotFound("people write no captions in this campaign")
        limits = caption_limits_for(member, seat)
        if limits is None:
            raise NotFound("you have no such seat")
        faults = [check_caption(text, limits) if text else [] for text in texts]
        if len(texts) == CLIPS and all(texts):
            both = check_couple(texts[0] or "", texts[1] or "", limits, similar=_similar())
            faults = [[*own, *both] for own in faults]
        return Response({"faults": [[_body(fault) for fault in own] for own in faults]})


def _captions(value: object) -> list[str | None]:
    if not isinstance(value, list) or len(value) > CLIPS:
        raise ValidationError({"captions": [f"expected a list of at most {CLIPS} texts"]})
    for text in value:
        if text is not None and (not isinstance(text, str) or len(text) > LONGEST_CHECKED):
            raise ValidationError({"captions": [f"expected texts of at most {LONGEST_CHECKED:,} characters, or null"]})
    return value


def _seat(value: object) -> UUID | None:
    if value is None:
        return None
    try:
        return UUID(value if isinstance(value, str) else "")
    except ValueError as error:
        raise ValidationError({"seat": ["expected the id of a seat, or null"]}) from error


def _similar() -> Similar | None:
    """The encoder that the settings name, if they name one."""
    name: str = settings.CAPTION_ENCODER
    return live_encoder(name).similarity if name else None


def _body(fault: CaptionFault) -> dict[str, Any]:
    return {"check": fault.check.value, "sentence": fault.sentence, "refused": fault.refused}

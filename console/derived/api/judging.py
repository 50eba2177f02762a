"""`captions/`: an annotator's program gets captions and windows one at a time, and sends what they decide."""

from __future__ import annotations

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.models import Membership
from annotator.people.forms.asking import asking_annotator
from annotator.people.forms.rest import ErrorAnswer, asked_object
from consensus.derived.judging import Judgement
from consensus.derived.services.judging import UnknownDerived, judge_derived, next_to_judge
from console.derived.api.shapes import JudgeRequest, NextAnswer, to_judge_data
from console.derived.selectors import made_rows
from moments.base.errors import BadInput

ERRORS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}


class NextView(APIView):
    """Gives out captions and windows."""

    @extend_schema(operation_id="next_caption", request=None, responses={200: NextAnswer, **ERRORS})
    def post(self, request: Request) -> Response:
        """What I have in hand, or the next; it is mine while I keep asking, as seats are (R13)."""
        return Response(_next(asking_annotator(request), None))


class JudgeView(APIView):
    """Takes decisions."""

    @extend_schema(operation_id="judge_caption", request=JudgeRequest, responses={200: NextAnswer, **ERRORS})
    def post(self, request: Request, number: int) -> Response:
        """Accept or reject what I have in hand; the next comes with the answer."""
        member = asking_annotator(request)
        asked = JudgeRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        given = {name: value for name, value in asked.validated_data.items() if name != "campaign"}
        try:
            judgement = Judgement(**given)
            saved = judge_derived(member=member, number=number, judgement=judgement, now=timezone.now())
        except UnknownDerived as error:
            raise Http404(error.message) from error
        except BadInput as error:
            raise ValidationError({error.field or "detail": [error.message]}) from error
        return Response(_next(member, "saved" if saved else "duplicate"))


def _next(member: Membership, status: str | None) -> dict[str, object]:
    try:
        made = next_to_judge(member=member, now=timezone.now())
    except BadInput as error:
        raise Http404(error.message) from error
    row = made_rows([made], actor=member.pseudonym)[0] if made else None
    return NextAnswer({"status": status, "caption": to_judge_data(made, row)}).data

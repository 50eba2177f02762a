"""`POST session/`: signs in in place, for a desk whose session has expired."""

from __future__ import annotations

from django.contrib.auth import authenticate, login
from django.views.decorators.debug import sensitive_variables
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.desk.api.person_shapes import SessionAnswer, SessionRequest
from annotator.people.forms.rest import ErrorAnswer, asked_object

WRONG = "the worker ID or the password is wrong"


class SessionView(APIView):
    """Signs in without leaving the page.

    It authenticates nobody: an expired token or session must not stop it. Only the CSRF token counts, also for
    strangers, so that no other site can sign anybody in as somebody else.
    """

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="sign_in",
        request=SessionRequest,
        responses={200: SessionAnswer, 400: ErrorAnswer, 403: ErrorAnswer, 429: ErrorAnswer},
        auth=[],
    )
    @sensitive_variables()
    def post(self, request: Request) -> Response:
        """Sign in by worker ID and password; needs the CSRF cookie and its header, and sets new ones.

        After five wrong passwords for a worker ID from one address, or 40 failed sign-ins from one address, it answers
        429 for up to a quarter of an hour.
        """
        SessionAuthentication().enforce_csrf(request)
        asked = SessionRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        worker_id, password = asked.validated_data["worker_id"], asked.validated_data["password"]
        user = authenticate(request._request, username=worker_id, password=password)
        if user is None:  # closed accounts too, in the same words and the same time
            raise PermissionDenied(WRONG)
        login(request._request, user)
        return Response({"worker_id": user.get_username()})

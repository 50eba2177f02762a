"""Tells whose API token a request carries."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from annotator.models import ApiToken, User
from annotator.secret_links import digest_of

KEYWORD = "Token"


def token_user(request: HttpRequest) -> User | None:
    """The active account whose token stands in the Authorization header; None without one.

    Raises AuthenticationFailed for a token that is unknown, revoked or of an account that is closed.
    """
    words = request.headers.get("Authorization", "").split()
    if not words or words[0].lower() != KEYWORD.lower():
        return None
    if len(words) != 2:
        raise AuthenticationFailed("Authorization: expected 'Token' and the token")
    found = ApiToken.objects.select_related("user").filter(
        digest=digest_of(words[1]), revoked_at=None, user__is_active=True
    )
    token = found.first()
    if token is None:
        raise AuthenticationFailed("the token is unknown or revoked")
    return token.user


class ApiTokenAuthentication(BaseAuthentication):
    """`Authorization: Token …`."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """The account of the token, None without one."""
        user = token_user(request._request)
        return None if user is None else (user, None)

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return KEYWORD

"""Finds out whose API token a request carries."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from annotator.models import ApiToken, TokenScope, User
from annotator.people.secret_links import digest_of
from annotator.people.selectors.memberships import token_by_digest

KEYWORD = "Token"
READING = ("GET", "HEAD", "OPTIONS")


def token_user(request: HttpRequest) -> User | None:
    """The active account whose token is in the Authorization header; None without one.

    Raises AuthenticationFailed for a token that is unknown, revoked, over or of an account that is closed, and
    PermissionDenied if a read-only token would write.
    """
    words = request.META.get("HTTP_AUTHORIZATION", "").split()
    if not words or words[0].lower() != KEYWORD.lower():
        return None
    if len(words) != 2:
        raise AuthenticationFailed("Authorization: expected 'Token' and the token")
    now, token = timezone.now(), token_by_digest(digest_of(words[1]))
    if token is None or (token.expires_at is not None and token.expires_at <= now):
        raise AuthenticationFailed("the token is unknown, revoked or expired")
    if token.scope == TokenScope.READ and request.method not in READING:
        raise PermissionDenied("the token is read-only")
    if token.last_used_on != now.date():  # a day is enough to find tokens that nobody uses, and costs one write
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=now.date())
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

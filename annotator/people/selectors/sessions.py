"""Who a session belongs to, in two prepared statements: the session and its account.

Settings name both classes. The session store is called as Django's, from whose name the key of its signatures follows.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from annotator.models import User
from moments.database.prepared import PreparedRows


class SessionStore(DatabaseSessions):
    """Django's store in the database."""

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing if it is over."""
        found = _current.rows(key=self.session_key, now=timezone.now())
        if not found:
            self._session_key = None
            return {}
        return dict(self.decode(found[0].session_data))


class Accounts(ModelBackend):
    """Django's backend."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> User | None:
        """The account that is signing in.

        Raises PermissionDenied for wrong credentials: Django's own backend, which older sessions name, comes next and
        would hash the password again.
        """
        user = super().authenticate(request, username, password, **more)
        if user is None:
            raise PermissionDenied
        return user

    def get_user(self, user_id: Any) -> User | None:
        """The account of a session, unless it is closed."""
        return next(filter(self.user_can_authenticate, _account.rows(pk=user_id)), None)


_account = PreparedRows(lambda pk: User.objects.filter(pk=pk), pk=int)
_current = PreparedRows(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now), key=str, now=datetime
)

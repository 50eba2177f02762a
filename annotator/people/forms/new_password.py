"""The form in which somebody chooses a password, twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.forms import SetPasswordForm
from django.core.validators import MaxLengthValidator
from django.http import QueryDict

from annotator.models import User

if TYPE_CHECKING:
    PasswordForm = SetPasswordForm[User]
else:
    PasswordForm = SetPasswordForm

LONGEST = 4096  # what signing in takes


class NewPassword(PasswordForm):
    """`new_password1` and `new_password2`, checked by Django's validators for an account of that worker ID."""

    def __init__(self, worker_id: str, sent: QueryDict | None = None) -> None:
        super().__init__(User(username=worker_id), sent)
        self.fields["new_password1"].validators.append(MaxLengthValidator(LONGEST))

    @property
    def problems(self) -> list[str]:
        """What is wrong, in words, the first field's first."""
        return [str(problem) for problems in self.errors.values() for problem in problems]

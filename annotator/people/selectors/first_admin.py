"""Whether the platform still waits for its first account, and the setup code with which somebody creates it."""

from __future__ import annotations

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

from annotator.models import User

CODE_LENGTH = 20  # of 32 letters and digits: 100 random bits
GROUP = 4


def waits_for_first_admin() -> bool:
    """Whether nobody has an account yet; once anybody has, the setup code is worth nothing."""
    return not User.objects.exists()


def setup_code() -> str:
    """The code of this platform in groups of four; it follows from SECRET_KEY, so every web process knows the same."""
    digest = salted_hmac("reelevance.first-admin", "setup code", algorithm="sha256").digest()
    letters = base64.b32encode(digest).decode()[:CODE_LENGTH]
    return "-".join(letters[place : place + GROUP] for place in range(0, CODE_LENGTH, GROUP))


def is_setup_code(typed: str) -> bool:
    """Whether somebody typed the code, in any letter case, with or without hyphens and spaces."""
    return constant_time_compare(_bare(typed), _bare(setup_code()))


def _bare(code: str) -> str:
    return code.replace("-", "").replace(" ", "").upper()

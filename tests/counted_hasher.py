"""A password hasher that counts: how often the platform really looked at a password."""

from __future__ import annotations

from django.contrib.auth.hashers import MD5PasswordHasher


class CountedHasher(MD5PasswordHasher):
    """Django's quick hasher; `checks` grows with every hash that is made of a password."""

    checks = 0

    def encode(self, password: str, salt: str) -> str:
        CountedHasher.checks += 1
        return super().encode(password, salt)

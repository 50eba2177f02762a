"""Secrets of 256 random bits in links and headers: how they are made, and the digest, which is all that is stored."""

from __future__ import annotations

import hashlib
import secrets


def new_secret() -> str:
    """43 characters that can be part of an address."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """SHA-256 of the secret, 64 hex digits; 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()

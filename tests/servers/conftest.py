"""Servers that a test session starts for itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers.s3 import S3Server, s3_server


@pytest.fixture(scope="session")
def s3() -> Iterator[S3Server]:
    """An S3-compatible server with an empty bucket, for the session."""
    with s3_server() as server:
        yield server

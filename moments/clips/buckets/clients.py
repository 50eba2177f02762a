"""Clients of buckets: how they sign, how often they try, how long they wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import boto3
from botocore.config import Config


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket and where it is; without an endpoint, at Amazon."""

    name: str
    endpoint: str = ""
    region: str = ""

    def client(self) -> Any:
        """A client with the credentials of the environment or of the machine."""
        return boto3.session.Session().client(
            "s3",
            endpoint_url=self.endpoint or None,
            region_name=self.region or None,
            config=client_config(self.endpoint),
        )


def client_config(endpoint: str) -> Config:
    """Signatures of version 4, what fails for a moment tried again, no endless waiting."""
    return Config(
        signature_version="s3v4",
        s3={"addressing_style": "path" if endpoint else "auto"},
        retries={"mode": "standard", "total_max_attempts": 5},
        connect_timeout=10,
        read_timeout=60,
    )

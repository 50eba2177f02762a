"""Signed URLs that are the same in every process for a window of time (AWS Signature Version 4, query parameters)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import quote, urlencode, urlsplit

ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class Signer:
    """The credentials of a bucket; `token` comes with those that expire."""

    access_key: str
    secret_key: str = field(repr=False)
    token: str
    region: str


def window_start(name: str, *, now: datetime, window_s: int) -> datetime:
    """When the current window of that name began; windows of different names begin at different times.

    So the URLs of a page do not all change at once.
    """
    shift_s = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % window_s
    begun_s = (int(now.timestamp()) + shift_s) // window_s * window_s - shift_s
    return datetime.fromtimestamp(begun_s, UTC)


def signed_url(url: str, *, signer: Signer, at: datetime, good_for_s: int) -> str:
    """The URL of an object (no query) signed for GET, good for so many seconds from `at`."""
    parts = urlsplit(url)
    scope = f"{at:%Y%m%d}/{signer.region}/s3/aws4_request"
    query = {
        "X-Amz-Algorithm": ALGORITHM,
        "X-Amz-Credential": f"{signer.access_key}/{scope}",
        "X-Amz-Date": f"{at:%Y%m%dT%H%M%SZ}",
        "X-Amz-Expires": str(good_for_s),
        **({"X-Amz-Security-Token": signer.token} if signer.token else {}),
        "X-Amz-SignedHeaders": "host",
    }
    asked = urlencode(query, quote_via=quote, safe="-_.~")
    canonical = ["GET", parts.path, asked, f"host:{parts.netloc}", "", "host", "UNSIGNED-PAYLOAD"]
    to_sign = [ALGORITHM, query["X-Amz-Date"], scope, hashlib.sha256("\n".join(canonical).encode()).hexdigest()]
    key = f"AWS4{signer.secret_key}".encode()
    for word in scope.split("/"):
        key = hmac.digest(key, word.encode(), "sha256")
    signature = hmac.digest(key, "\n".join(to_sign).encode(), "sha256").hex()
    return f"{url}?{asked}&X-Amz-Signature={signature}"

"""Whether a bucket holds what was sent to it."""

from __future__ import annotations

import hashlib
import re
from typing import IO, Any

from moments.clips.cutting.failures import CutError

HALF = CutError("storage_half", "not all bytes reached the clip storage")
MD5 = re.compile(r'"?([0-9a-f]{32})"?')


def require_stored(storage: Any, name: str, file: IO[bytes]) -> None:
    """Compares size and, where the bucket tells one, MD5; what differs is deleted and raises CutError."""
    head = storage.connection.meta.client.head_object(Bucket=storage.bucket_name, Key=name)
    file.seek(0)
    size, digest = 0, hashlib.md5(usedforsecurity=False)
    while chunk := file.read(1 << 20):
        size += len(chunk)
        digest.update(chunk)
    tag = MD5.fullmatch(head.get("ETag", ""))  # of an upload in parts it is no MD5
    is_plain = "SSECustomerAlgorithm" not in head and not str(head.get("ServerSideEncryption", "")).startswith(
        "aws:kms"
    )
    if head["ContentLength"] != size or (tag and is_plain and tag[1] != digest.hexdigest()):
        storage.delete(name)
        raise HALF

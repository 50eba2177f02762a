"""Fetches videos from a bucket, one at a time, into bounded space."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from moments.base.errors import BadInput
from moments.clips.buckets.clients import Bucket
from moments.clips.buckets.troubles import CLIENT_ERRORS, VIDEOS, trouble_of
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.sizes import readable_bytes

# Left free on the disk, whatever is fetched.
SPARE_BYTES = 1_000_000_000
MOST_FRAMES = 50_000
# Looked through for a video of the campaign; what holds more is not called empty of them.
MOST_LOOKED_AT = 20_000
FRAME = re.compile(r"\d{1,9}\.jpe?g", re.ASCII | re.IGNORECASE)


def require_bucket(where: Bucket, prefix: str) -> None:
    """Raises BadInput, naming the state, where the prefix cannot be listed or holds nothing."""
    try:
        found = _listed(where.client(), where.name, f"{prefix}/" if prefix else "", most=1)
    except CLIENT_ERRORS as error:
        raise BadInput(f"s3://{where.name}/{prefix}: {trouble_of(error, VIDEOS).reason}") from error
    if not found:
        raise BadInput(f"s3://{where.name}/{prefix}: nothing is stored there")


def holds_any(where: Bucket, prefix: str, names: Iterable[str], suffixes: Sequence[str]) -> bool:
    """Whether the prefix may hold one of the videos: what lies directly below it is compared, 20,000 names at most.

    Raises BadInput, naming the state, where it cannot be listed.
    """
    above = f"{prefix}/" if prefix else ""
    wanted = {name.split("/", 1)[0] + suffix for name in names for suffix in ("", *suffixes)}
    try:
        looked = 0
        for entry, _ in islice(_directly_below(where.client(), where.name, above), MOST_LOOKED_AT):
            looked += 1
            if entry in wanted:
                return True
    except CLIENT_ERRORS as error:
        raise BadInput(f"s3://{where.name}/{prefix}: {trouble_of(error, VIDEOS).reason}") from error
    return looked >= MOST_LOOKED_AT


@contextmanager
def fetched(where: Bucket, prefix: str, name: str, suffixes: Sequence[str], scratch: Path) -> Iterator[Path]:
    """The video's file, or its folder of frames, in `scratch` for the time of the block; raises CutError."""
    target = scratch / "video"
    try:
        try:
            client = where.client()
            objects = _objects_of(client, where.name, f"{prefix}/{name}" if prefix else name, suffixes)
            _require_space(scratch, sum(objects.values()))
            _download(client, where.name, list(objects), target)
        except (*CLIENT_ERRORS, OSError) as error:
            raise trouble_of(error, VIDEOS) from error
        yield target
    finally:
        shutil.rmtree(target, ignore_errors=True) if target.is_dir() else target.unlink(missing_ok=True)


def _objects_of(client: Any, bucket: str, key: str, suffixes: Sequence[str]) -> dict[str, int]:
    """The video's one object, or those of its frames, with their sizes."""
    for suffix in ("", *suffixes):
        found = _listed(client, bucket, key + suffix, most=1)
        if key + suffix in found:
            return found
    frames = _listed(client, bucket, f"{key}/", most=MOST_FRAMES)
    frames = {one: size for one, size in frames.items() if FRAME.fullmatch(one.removeprefix(f"{key}/"))}
    if not frames:
        raise CutError("missing", "the bucket has no video with this name")
    return frames


def _listed(client: Any, bucket: str, prefix: str, *, most: int) -> dict[str, int]:
    found: dict[str, int] = {}
    pages = client.get_paginator("list_objects_v2").paginate(
        Bucket=bucket, Prefix=prefix, PaginationConfig={"MaxItems": most, "PageSize": min(most, 1000)}
    )
    for page in pages:
        found |= {entry["Key"]: entry["Size"] for entry in page.get("Contents", ())}
    return found


def listed_below(where: Bucket, prefix: str, *, most: int) -> list[tuple[str, int | None]]:
    """What lies directly below the prefix, at most so many: names with sizes, of what would be folders None.

    Raises BadInput, naming the state, where it cannot be listed.
    """
    above = f"{prefix}/" if prefix else ""
    try:
        return list(islice(_directly_below(where.client(), where.name, above), most))
    except CLIENT_ERRORS as error:
        raise BadInput(f"s3://{where.name}/{prefix}: {trouble_of(error, VIDEOS).reason}") from error


def _directly_below(client: Any, bucket: str, above: str) -> Iterator[tuple[str, int | None]]:
    """Names of objects with their sizes, and of what would be folders, without the prefix."""
    pages = client.get_paginator("list_objects_v2").paginate(
        Bucket=bucket, Prefix=above, Delimiter="/", PaginationConfig={"PageSize": 1000}
    )
    for page in pages:
        for entry in page.get("Contents", ()):
            yield entry["Key"].removeprefix(above), entry["Size"]
        for entry in page.get("CommonPrefixes", ()):
            yield entry["Prefix"].removeprefix(above).rstrip("/"), None


def _require_space(scratch: Path, size: int) -> None:
    if shutil.disk_usage(scratch).free < size + SPARE_BYTES:
        raise CutError("disk_full", f"the disk has no space for downloading the video ({readable_bytes(size)})")


def _download(client: Any, bucket: str, keys: Sequence[str], target: Path) -> None:
    if len(keys) == 1 and not FRAME.fullmatch(keys[0].rpartition("/")[2]):
        client.download_file(bucket, keys[0], str(target))
        return
    target.mkdir()
    for key in keys:
        client.download_file(bucket, key, str(target / key.rpartition("/")[2]))

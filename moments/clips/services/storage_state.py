"""What lies in the clip storage, whether it takes clips, and whether strangers may read it."""

from __future__ import annotations

import io
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from botocore.exceptions import ClientError
from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import storages

from moments.base.errors import BadInput
from moments.base.outgoing import OutgoingFailed, OutgoingRefused, Way, send
from moments.clips.buckets.troubles import CLIENT_ERRORS, trouble_of
from moments.clips.buckets.uploads import require_stored
from moments.clips.cutting.failures import CutError
from moments.clips.storage import signed_address

EVERYBODY = ("AllUsers", "AuthenticatedUsers")
PUBLIC = "anyone can read the bucket of the clip storage; make it private"


@dataclass(frozen=True, slots=True)
class StorageEntry:
    """A name in the storage, its size in bytes and when it was written."""

    name: str
    size: int
    at: datetime


def stored_files() -> Iterator[StorageEntry]:
    """Everything in the clip storage; raises the client's error or OSError."""
    folder = settings.CLIP_STORAGE.folder
    yield from _in_folder(folder) if folder is not None else _in_bucket(storages["clips"])


def _in_folder(folder: Path) -> Iterator[StorageEntry]:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        try:
            status = path.stat()
        except FileNotFoundError:  # gone meanwhile
            continue
        if path.is_file():
            yield StorageEntry(path.name, status.st_size, datetime.fromtimestamp(status.st_mtime, UTC))


def _in_bucket(storage: Any) -> Iterator[StorageEntry]:
    pages = storage.connection.meta.client.get_paginator("list_objects_v2").paginate(Bucket=storage.bucket_name)
    for page in pages:
        for entry in page.get("Contents", ()):
            yield StorageEntry(entry["Key"], entry["Size"], entry["LastModified"])


def abort_half_uploads(*, before: datetime) -> int:
    """End uploads in parts that began before then and never ended; how many. Their parts cost space unseen."""
    if settings.CLIP_STORAGE.folder is not None:
        return 0
    storage: Any = storages["clips"]
    client, ended = storage.connection.meta.client, 0
    for page in client.get_paginator("list_multipart_uploads").paginate(Bucket=storage.bucket_name):
        for upload in page.get("Uploads", ()):
            if upload["Initiated"] < before:
                name = {"Bucket": storage.bucket_name, "Key": upload["Key"], "UploadId": upload["UploadId"]}
                client.abort_multipart_upload(**name)
                ended += 1
    return ended


def check_clip_storage() -> list[str]:
    """Writes, reads and deletes a few bytes; what there is to warn of. Raises BadInput, naming the state."""
    try:
        if settings.CLIP_STORAGE.folder is not None:
            settings.CLIP_STORAGE.folder.mkdir(parents=True, exist_ok=True)
            return []
        return [PUBLIC] if _is_public(storages["clips"]) else []
    except (*CLIENT_ERRORS, OSError, CutError, OutgoingFailed) as error:
        raise BadInput(f"{trouble_of(error).reason}; nothing was cut") from error


def _is_public(storage: Any) -> bool:
    name = f"{secrets.token_urlsafe(18)}.probe"
    content = secrets.token_bytes(16)
    storage.save(name, File(io.BytesIO(content)))
    try:
        require_stored(storage, name, io.BytesIO(content))
        _require_shown(signed_address(name))
        return _grants_strangers(storage) or _stranger_reads(storage, name)
    finally:
        storage.delete(name)


def _require_shown(url: str) -> None:
    """Asks as a browser does: the client finds the right region, but an address that it signed does not."""
    parts = urlsplit(url)
    host = parts.netloc if parts.port else parts.hostname or ""
    try:
        answer = send(url, Way(frozenset({host}), private=True))  # the endpoint that the settings name
    except OutgoingRefused:  # plain HTTP to a public host: what browsers make of it is theirs
        return
    if answer.status != HTTPStatus.OK:
        named = re.search(rb"<Code>(\w{1,60})</Code>", answer.body)
        code = named[1].decode() if named else str(answer.status)
        response: Any = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": answer.status}}
        raise ClientError(response, "GetObject")


def _grants_strangers(storage: Any) -> bool:
    try:
        acl = storage.connection.meta.client.get_bucket_acl(Bucket=storage.bucket_name)
    except ClientError:  # this key may not ask, or this server does not know the question
        return False
    grantees = [str(grant.get("Grantee", {}).get("URI", "")) for grant in acl.get("Grants", ())]
    return any(grantee.endswith(EVERYBODY) for grantee in grantees)


def _stranger_reads(storage: Any, name: str) -> bool:
    try:
        storage.unsigned_connection.meta.client.head_object(Bucket=storage.bucket_name, Key=name)
    except CLIENT_ERRORS:
        return False
    return True

"""The one module that touches object storage: clips are kept, read and addressed here."""

from __future__ import annotations

import os
import shutil
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

import boto3
from botocore.exceptions import ClientError, NoCredentialsError
from django.conf import settings
from django.core.files import File
from django.core.files.storage import storages
from django.urls import get_script_prefix, reverse
from django.utils import timezone

from moments.base.errors import BadInput
from moments.clips.buckets.signing import Signer, signed_url, window_start
from moments.clips.buckets.troubles import CLIENT_ERRORS, trouble_of
from moments.clips.buckets.uploads import require_stored
from moments.models import Clip, ClipPart, ClipPartKind, Illustration, Poster, SampleClip, SourceProxy

URL_WINDOW_S = 1800
ANY_NAME = "any-name"
Kept = Clip | ClipPart | Poster | Illustration


def clip_url(clip: Clip | SampleClip | SourceProxy) -> str:
    """Where a browser gets the clip.

    From a folder the platform serves it itself and asks who is asking. From a bucket the URL is signed. It is
    the same in every process for half an hour, so that browsers may cache, and good for half an hour more.
    """
    return _address("clip", clip.name)


def poster_url(poster: Poster) -> str:
    """Where a browser gets the poster, likewise."""
    return _address("poster", poster.name)


def illustration_url(illustration: Illustration) -> str:
    """Where a browser gets the picture or clip of a text, likewise."""
    return _address("illustration", illustration.name)


def part_url(part: ClipPart) -> str:
    """Where a browser gets a file beside a proxy, likewise.

    The frame times come from the platform even if they lie in a bucket: a program may not read what it fetches from
    another origin, unless the bucket was set up for that, while pictures are shown from anywhere.
    """
    if part.kind == ClipPartKind.FRAMES:
        return _own_address("clip-part", part.name)
    return _address("clip-part", part.name)


def _address(route: str, name: str) -> str:
    return signed_address(name) if settings.CLIP_STORAGE.folder is None else _own_address(route, name)


def _own_address(route: str, name: str) -> str:
    return _pattern(route, get_script_prefix()).replace(ANY_NAME, name)


@lru_cache(maxsize=8)
def _pattern(route: str, prefix: str) -> str:
    """The address of `ANY_NAME`; names are plain, so that all others are alike."""
    return reverse(route, args=[ANY_NAME])


def signed_address(name: str) -> str:
    """The signed URL of a name in the bucket."""
    return _signed(storages["clips"], name, window_start(name, now=timezone.now(), window_s=URL_WINDOW_S))


@lru_cache(maxsize=4096)
def _signed(storage: Any, name: str, at: datetime) -> str:
    client = storage.unsigned_connection.meta.client
    url = client.generate_presigned_url("get_object", Params={"Bucket": storage.bucket_name, "Key": name})
    # Rather than by the client, which signs for the present second: browsers would never find it in their caches.
    return signed_url(url, signer=_signer(storage), at=at, good_for_s=2 * URL_WINDOW_S)


def _signer(storage: Any) -> Signer:
    client = storage.connection.meta.client
    session = boto3.Session(storage.access_key, storage.secret_key, storage.security_token)
    credentials = session.get_credentials()
    if credentials is None:
        raise NoCredentialsError
    keys = credentials.get_frozen_credentials()
    return Signer(
        keys.access_key or "", keys.secret_key or "", keys.token or "", client.meta.region_name or "us-east-1"
    )


def store_clip(clip: Kept, path: Path) -> None:
    """Keep the file under the clip's name; raises OSError or the client's error where it cannot be kept."""
    with path.open("rb") as file:
        store_bytes(clip, file)


def store_bytes(clip: Kept, file: IO[bytes]) -> None:
    """Keep what the open file holds, likewise; CutError if a bucket did not get all of it."""
    content: File[bytes] = File(file)
    content.content_type = clip.media_type  # type: ignore[attr-defined]  # a bucket serves it as what it is
    stored = storages["clips"].save(clip.name, content)
    if stored != clip.name:
        raise FileExistsError(f"{clip.name} is already in the clip storage")
    if settings.CLIP_STORAGE.folder is None:
        require_stored(storages["clips"], clip.name, file)


def stored_bytes(name: str) -> int | None:
    """How many bytes lie under that name; None if there is nothing."""
    try:
        return storages["clips"].size(name) if storages["clips"].exists(name) else None
    except FileNotFoundError:
        return None


def clip_file(name: str) -> File[bytes]:
    """The clip's bytes, to be closed by the caller.

    Raises FileNotFoundError if there are none and BadInput, naming the state, where a bucket does not give them.
    """
    if settings.CLIP_STORAGE.folder is not None:
        return storages["clips"].open(name)
    try:
        file = storages["clips"].open(name)
        file.seek(0)  # fetches all of it, so that a broken download fails here and not where it is read
    except FileNotFoundError:
        raise
    except (*CLIENT_ERRORS, OSError) as error:
        raise BadInput(trouble_of(error).reason) from error
    return file


def local_clip(name: str, folder: Path) -> Path:
    """A file of this machine with the clip's bytes: where it lies, or in `folder`, fetched from the bucket.

    Whoever reads it never writes to it. Raises what `clip_file` raises.
    """
    if settings.CLIP_STORAGE.folder is not None:
        path = Path(storages["clips"].path(name))
        if not path.is_file():
            raise FileNotFoundError(name)
        return path
    fetched = folder / name
    with clip_file(name) as file, fetched.open("wb") as copy:
        shutil.copyfileobj(file, copy)
    return fetched


def share_clip(name: str, fresh: str) -> None:
    """Let the bytes of a clip lie under a fresh name, too, from which they are deleted apart.

    In a folder they lie there once, as a file with two names; a bucket copies them itself. Raises FileNotFoundError if
    there are none, and OSError or the client's error where that fails.
    """
    storage: Any = storages["clips"]
    if settings.CLIP_STORAGE.folder is None:
        try:
            client = storage.connection.meta.client
            client.copy({"Bucket": storage.bucket_name, "Key": name}, storage.bucket_name, fresh)
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") in ("404", "NoSuchKey"):
                raise FileNotFoundError(name) from error
            raise
        return
    path = Path(storage.path(name))
    try:
        os.link(path, storage.path(fresh))
    except (FileNotFoundError, FileExistsError):
        raise
    except OSError:  # a file system without links, or with too many to this file
        with path.open("rb") as file:
            storage.save(fresh, File(file))


def delete_clip(name: str) -> None:
    """Forget the clip's bytes, if there are any."""
    storages["clips"].delete(name)

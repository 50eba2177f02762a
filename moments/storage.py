"""The one module that touches object storage: clips are kept, read and addressed here."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.files import File
from django.core.files.storage import storages
from django.urls import reverse

from moments.models import Clip

URL_WINDOW_S = 1800


def clip_url(clip: Clip) -> str:
    """Where a browser gets the clip.

    From a folder the platform serves it itself and asks who is asking. From a bucket the URL is
    signed; it stays the same for half an hour, so that browsers may cache, and is good for an hour.
    """
    if settings.CLIP_STORAGE.folder is not None:
        return reverse("clip", args=[clip.name])
    url = cache.get(f"clip-url:{clip.key}")
    if url is None:
        url = storages["clips"].url(clip.name, expire=2 * URL_WINDOW_S)  # type: ignore[call-arg]
        cache.set(f"clip-url:{clip.key}", url, URL_WINDOW_S)
    return str(url)


def store_clip(clip: Clip, path: Path) -> None:
    """Keep the file under the clip's name; raises OSError or the client's error where it cannot be kept."""
    with path.open("rb") as file:
        content: File[bytes] = File(file)
        content.content_type = clip.media_type  # type: ignore[attr-defined]  # a bucket serves it as what it is
        stored = storages["clips"].save(clip.name, content)
    if stored != clip.name:
        raise FileExistsError(f"{clip.name} is in the clip storage already")


def clip_file(name: str) -> File[bytes]:
    """The clip's bytes, to be closed by the caller; raises FileNotFoundError where there are none."""
    return storages["clips"].open(name)


def delete_clip(name: str) -> None:
    """Forget the clip's bytes, if there are any."""
    storages["clips"].delete(name)

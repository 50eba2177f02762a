"""Where the videos of an order lie: a folder of files or of frame folders, or a bucket's prefix."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from django.conf import settings

from moments.base.errors import BadInput
from moments.clips.buckets.clients import Bucket
from moments.clips.buckets.fetching import fetched, holds_any, listed_below, require_bucket
from moments.clips.cutting.containers import SUFFIXES
from moments.clips.cutting.failures import CutError

LONGEST = 500


class VideoSource(Protocol):
    """Gives videos by name."""

    @property
    def address(self) -> str:
        """As an order keeps it."""

    def require(self) -> None:
        """Raises BadInput if there is no such place."""

    def holds_any(self, names: Iterable[str]) -> bool:
        """Whether one of the videos is there, or may be."""

    def listed(self, most: int) -> list[tuple[str, int | None]]:
        """Files with their sizes, and folders with None, at most so many; raises BadInput where it cannot be listed."""

    def video(self, name: str, scratch: Path) -> AbstractContextManager[Path]:
        """The video's file or folder of frames for the time of the block; raises CutError if there is none."""


@dataclass(frozen=True, slots=True)
class FolderSource:
    """A folder with the videos' files or folders, by name, with or without a suffix such as .mp4.

    TVR's release has folders such as `friends_frames` around the folders of its frames; they are looked into.
    """

    root: Path

    @property
    def address(self) -> str:
        """The folder, so that any worker of this machine finds it."""
        return str(self.root)

    def require(self) -> None:
        """Raises BadInput if this folder does not exist."""
        if not self.root.is_dir():
            raise BadInput(f"{self.root}: is not a folder")

    @contextmanager
    def video(self, name: str, scratch: Path) -> Iterator[Path]:
        """The video where it lies; a name that leads out of the folder names none."""
        root = self.root.resolve()
        if not root.is_dir():
            raise CutError("missing", "the folder of the videos does not exist")
        path = _path_in(root, name, _frame_folders(root))
        if path is None:
            raise CutError("missing", "the folder has no video with this name")
        yield path

    def holds_any(self, names: Iterable[str]) -> bool:
        """Whether one of the videos is there; looks until it finds one."""
        root = self.root.resolve()
        frames = _frame_folders(root)
        return any(_path_in(root, name, frames) is not None for name in names)

    def listed(self, most: int) -> list[tuple[str, int | None]]:
        """What lies in the folder by name, without what is hidden."""
        self.require()
        try:
            return sorted(islice(_listed_in(self.root, self.root), most), key=itemgetter(0))
        except OSError as error:
            raise BadInput(f"{self.root}: {error.strerror}") from error


def _listed_in(root: Path, folder: Path) -> Iterator[tuple[str, int | None]]:
    """What lies in the folder, is not hidden and does not lead out of the root."""
    with os.scandir(folder) as entries:
        for entry in entries:
            shown = entry.name.encode(errors="replace").decode()
            if entry.name.startswith(".") or (entry.is_symlink() and not _is_in(root, folder / entry.name)):
                continue
            if not entry.is_dir():
                yield shown, entry.stat().st_size if entry.is_file() else 0
            elif folder == root and entry.name.endswith("_frames"):
                yield from _listed_in(root, folder / entry.name)
            else:
                yield shown, None


def _is_in(root: Path, path: Path) -> bool:
    """Whether the path leads to something in the root; links in a circle lead nowhere."""
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False


def _frame_folders(root: Path) -> Sequence[Path]:
    return sorted(root.glob("*_frames"))


def _path_in(root: Path, name: str, frames: Sequence[Path]) -> Path | None:
    for candidate in (*(root / f"{name}{suffix}" for suffix in ("", *SUFFIXES)), *(one / name for one in frames)):
        with suppress(OSError, RuntimeError):  # a name that no file can have, or links in a circle
            path = candidate.resolve()
            if path != root and path.is_relative_to(root) and path.exists():
                return path
    return None


@dataclass(frozen=True, slots=True)
class BucketSource:
    """A prefix in a bucket; each video is fetched when it is cut, and only it."""

    where: Bucket
    prefix: str

    @property
    def address(self) -> str:
        """The prefix, without the endpoint."""
        return f"s3://{self.where.name}/{self.prefix}"

    def require(self) -> None:
        """Raises BadInput if the bucket lets nobody in."""
        require_bucket(self.where, self.prefix)

    def holds_any(self, names: Iterable[str]) -> bool:
        """Whether one of the videos is there; of a prefix with very many names, whether it may be."""
        return holds_any(self.where, self.prefix, names, SUFFIXES)

    def listed(self, most: int) -> list[tuple[str, int | None]]:
        """What lies directly below the prefix."""
        return listed_below(self.where, self.prefix, most=most)

    @contextmanager
    def video(self, name: str, scratch: Path) -> Iterator[Path]:
        """The video, fetched into the scratch folder, where it goes afterwards."""
        with fetched(self.where, self.prefix, name, SUFFIXES, scratch) as path:
            yield path


def source_named(text: str) -> FolderSource | BucketSource:
    """The place that `/folder`, a relative folder or `s3://bucket/prefix` names; raises BadInput for another.

    A bucket's endpoint comes only from the environment: VIDEO_SOURCES, VIDEO_UPLOADS, or CLIP_STORAGE if it is the same
    bucket.
    """
    if not text or len(text) > LONGEST:
        raise BadInput(f"the source of the videos: expected 1 to {LONGEST} characters")
    if not text.startswith("s3:"):
        return FolderSource(Path(text).absolute())
    parts = urlsplit(text)
    if not parts.netloc or parts.query or parts.username or parts.port:
        raise BadInput(f"{text}: expected s3://bucket/prefix; VIDEO_SOURCES sets the endpoint")
    roots = (*settings.VIDEO_ROOTS, settings.VIDEO_UPLOADS)
    known = [*(root.where for root in roots), settings.CLIP_STORAGE]
    where = next((Bucket(one.bucket, one.endpoint, one.region) for one in known if one.bucket == parts.netloc), None)
    return BucketSource(where or Bucket(parts.netloc), parts.path.strip("/"))


def require_rooted(text: str) -> None:
    """Raises BadInput unless the source lies under VIDEO_SOURCES or VIDEO_UPLOADS, which is all a page may name."""
    if not any(lies_below(text, root.address) for root in (*settings.VIDEO_ROOTS, settings.VIDEO_UPLOADS)):
        raise BadInput(f"{text}: is not in a place that VIDEO_SOURCES allows")


def lies_below(text: str, address: str) -> bool:
    """Whether the source is the place of that address or lies in it, wherever links lead."""
    is_below = text == address or text.startswith(address.rstrip("/") + "/")
    return is_below and (address.startswith("s3:") or _is_in(Path(address), Path(text)))

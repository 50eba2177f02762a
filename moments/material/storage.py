"""Where uploaded videos are kept: a folder or a bucket's prefix for each campaign, as `VIDEO_UPLOADS` says."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.conf import settings

from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.clips.buckets.clients import Bucket
from moments.clips.buckets.multipart import begin_parts, delete_object, drop_parts, join_parts, size_of, store_part
from moments.clips.cutting.sizes import readable_bytes
from moments.models import VideoUpload

PART_BYTES = 8 * 1024 * 1024
SPARE_BYTES = 1_000_000_000  # left free on the disk, whatever is uploaded
UNFINISHED = ".uploads"


class UploadPlace(Protocol):
    """Keeps videos in parts. Its methods raise BadInput, naming the state, where it cannot."""

    def holds(self, name: str) -> bool:
        """Whether a file of that name is there."""

    def require_space(self, size: int) -> None:
        """Raises BadInput unless so many more bytes have room."""

    def begin(self, name: str) -> str:
        """The key of a new upload."""

    def keep(self, upload: VideoUpload, data: bytes) -> str:
        """Keep the next part of the upload; the part's ETag if there is one."""

    def finish(self, upload: VideoUpload) -> None:
        """Give the file its name; done already if it has it. Never takes another file's place."""

    def clean(self, upload: VideoUpload) -> None:
        """Forget what the unfinished upload left, once it is finished or dropped."""

    def delete(self, name: str) -> None:
        """Delete a file that has arrived."""


@dataclass(frozen=True, slots=True)
class FolderPlace:
    """A folder; unfinished files lie in a hidden folder in it."""

    folder: Path

    def holds(self, name: str) -> bool:
        """Whether something of that name is there."""
        return os.path.lexists(self.folder / name)

    def require_space(self, size: int) -> None:
        """Looks at the disk, of which a gigabyte stays free."""
        with _named(self.folder):
            (self.folder / UNFINISHED).mkdir(parents=True, exist_ok=True)
            free = shutil.disk_usage(self.folder).free
        if free < size + SPARE_BYTES:
            raise BadInput(
                f"{readable_bytes(free)} are free on the disk, but {readable_bytes(size + SPARE_BYTES)} are needed "
                "with the uploads that are unfinished",
                field="size",
            )

    def begin(self, name: str) -> str:
        """A name that nobody guesses."""
        return secrets.token_urlsafe(24)

    def keep(self, upload: VideoUpload, data: bytes) -> str:
        """Writes the part where it belongs, to the disk."""
        with _named(self.folder):
            handle = os.open(self._unfinished(upload), os.O_WRONLY | os.O_CREAT, 0o640)
            try:
                view = memoryview(data)
                while view:
                    view = view[os.pwrite(handle, view, upload.received + len(data) - len(view)) :]
                os.fsync(handle)
            finally:
                os.close(handle)
        return ""

    def finish(self, upload: VideoUpload) -> None:
        """Links the file to its name, so that it is there whole or not at all."""
        unfinished, final = self._unfinished(upload), self.folder / upload.name
        with _named(self.folder):
            if unfinished.stat().st_size != upload.size:
                raise BadInput("the unfinished file is damaged; cancel the upload and begin again")
            try:
                os.link(unfinished, final)
            except FileExistsError:
                if not final.samefile(unfinished):
                    raise BadInput(f"{isolated(upload.name)} has been put there in the meantime") from None

    def clean(self, upload: VideoUpload) -> None:
        """Deletes the unfinished file."""
        with suppress(OSError):
            self._unfinished(upload).unlink(missing_ok=True)

    def delete(self, name: str) -> None:
        """Deletes the file."""
        with _named(self.folder):
            (self.folder / name).unlink(missing_ok=True)

    def _unfinished(self, upload: VideoUpload) -> Path:
        return self.folder / UNFINISHED / upload.key


@dataclass(frozen=True, slots=True)
class BucketPlace:
    """A prefix in a bucket; unfinished files are uploads in parts, which the bucket does not list."""

    where: Bucket
    prefix: str

    def holds(self, name: str) -> bool:
        """Whether an object of that name is there."""
        return size_of(self.where, self._object(name)) is not None

    def require_space(self, size: int) -> None:
        """A bucket tells nobody how much room it has."""

    def begin(self, name: str) -> str:
        """The number of the upload in the bucket."""
        return begin_parts(self.where, self._object(name))

    def keep(self, upload: VideoUpload, data: bytes) -> str:
        """Keeps the part under its number, whoever sends it."""
        number = upload.received // PART_BYTES + 1
        return store_part(self.where, self._object(upload.name), upload.key, number, data)

    def finish(self, upload: VideoUpload) -> None:
        """Joins the parts."""
        join_parts(self.where, self._object(upload.name), upload.key, upload.etags, upload.size)

    def clean(self, upload: VideoUpload) -> None:
        """Drops the parts of an upload that is not finished."""
        if upload.finished_at is None:
            drop_parts(self.where, self._object(upload.name), upload.key)

    def delete(self, name: str) -> None:
        """Deletes the object."""
        delete_object(self.where, self._object(name))

    def _object(self, name: str) -> str:
        return f"{self.prefix}/{name}" if self.prefix else name


def place_at(address: str) -> UploadPlace:
    """The place; raises BadInput if `VIDEO_UPLOADS` is another one by now."""
    root = settings.VIDEO_UPLOADS
    if not address.startswith(f"{root.address}/"):
        raise BadInput("the server keeps uploaded videos in another place by now; cancel the upload and begin again")
    slug = address.removeprefix(f"{root.address}/")
    if root.where.folder is not None:
        return FolderPlace(root.where.folder / slug)
    where = Bucket(root.where.bucket, root.where.endpoint, root.where.region)
    return BucketPlace(where, f"{root.prefix}/{slug}".strip("/"))


@contextmanager
def _named(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadInput(f"the video could not be stored in {folder}: {error.strerror}") from error

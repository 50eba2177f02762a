"""Uploads to a bucket in parts, each kept until the last has come or the upload is dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from botocore.exceptions import ClientError

from moments.base.errors import BadInput
from moments.clips.buckets.clients import Bucket
from moments.clips.buckets.troubles import CLIENT_ERRORS, VIDEOS, trouble_of

GONE = ("NoSuchUpload", "NoSuchKey", "404")


def begin_parts(where: Bucket, key: str) -> str:
    """The number of a new upload; raises BadInput, naming the state, where the bucket takes none."""
    with _named(where, key):
        return str(where.client().create_multipart_upload(Bucket=where.name, Key=key)["UploadId"])


def store_part(where: Bucket, key: str, upload: str, number: int, data: bytes) -> str:
    """Keep the part of that number, from 1; its ETag."""
    with _named(where, key):
        kept = where.client().upload_part(Bucket=where.name, Key=key, UploadId=upload, PartNumber=number, Body=data)
        return str(kept["ETag"])


def join_parts(where: Bucket, key: str, upload: str, etags: Sequence[str], size: int) -> None:
    """Make the parts one object of that size; done already if it is there."""
    parts = [{"PartNumber": number, "ETag": etag} for number, etag in enumerate(etags, start=1)]
    with _named(where, key):
        client = where.client()
        try:
            client.complete_multipart_upload(
                Bucket=where.name, Key=key, UploadId=upload, MultipartUpload={"Parts": parts}
            )
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") not in GONE:
                raise
        if size_of(where, key) != size:
            raise BadInput("not all parts reached the storage of the videos; upload the file again")


def drop_parts(where: Bucket, key: str, upload: str) -> None:
    """Forget what came of an upload, if there is anything."""
    with _named(where, key):
        try:
            where.client().abort_multipart_upload(Bucket=where.name, Key=key, UploadId=upload)
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") not in GONE:
                raise


def size_of(where: Bucket, key: str) -> int | None:
    """How many bytes the object has; None if there is none."""
    with _named(where, key):
        try:
            return int(where.client().head_object(Bucket=where.name, Key=key)["ContentLength"])
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") not in GONE:
                raise
            return None


def delete_object(where: Bucket, key: str) -> None:
    """Delete the object, if there is one."""
    with _named(where, key):
        where.client().delete_object(Bucket=where.name, Key=key)


@contextmanager
def _named(where: Bucket, key: str) -> Iterator[None]:
    try:
        yield
    except CLIENT_ERRORS as error:
        raise BadInput(f"s3://{where.name}/{key.rpartition('/')[0]}: {trouble_of(error, VIDEOS).reason}") from error

"""Refuses requests with files that are too large before a byte of them is stored."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

# The largest file that any page takes is a run, 200 MiB; its form and a video corpus come on top.
LARGEST_REQUEST_BYTES = 216 * 1024 * 1024


class BoundedUpload(FileUploadHandler):
    """Comes before the handlers that store files, and lets everything else pass."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803 (Django's name)
        content_length: int,
        boundary: Any,
        encoding: Any = None,
    ) -> None:
        """Raise RequestDataTooBig, which answers 400, for a request longer than any page takes."""
        if content_length > LARGEST_REQUEST_BYTES:
            raise RequestDataTooBig("the request is too long")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Hand the part on to the next handler."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""

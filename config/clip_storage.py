"""Reads where clips and videos lie: folders, or buckets of a store that speaks S3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from config.variables import WrongSetting


@dataclass(frozen=True, slots=True)
class ClipStorage:
    """Where clips lie: a folder (`file:///path`) or a bucket (`s3://bucket?endpoint=…&region=…`)."""

    folder: Path | None
    bucket: str = ""
    endpoint: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class VideoRoot:
    """A folder or a bucket's prefix under which videos to cut may lie."""

    where: ClipStorage
    prefix: str = ""

    @property
    def address(self) -> str:
        """As an order names it: `/folder` or `s3://bucket/prefix`."""
        return str(self.where.folder or f"s3://{self.where.bucket}/{self.prefix}".rstrip("/"))


def read_clip_storage(env: Mapping[str, str], data_dir: Path) -> ClipStorage:
    """What `CLIP_STORAGE` names, by default a folder of the data folder."""
    url = env.get("CLIP_STORAGE") or f"file://{data_dir / 'clips'}"
    parts = urlsplit(url)
    if parts.scheme == "file" and not parts.netloc and parts.path.startswith("/"):
        return ClipStorage(folder=Path(parts.path))
    if parts.scheme == "s3" and parts.netloc:
        options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        unknown = set(options) - {"endpoint", "region"}
        if unknown:
            raise WrongSetting("CLIP_STORAGE", f"unknown option {sorted(unknown)[0]}")
        return ClipStorage(None, parts.netloc, options.get("endpoint", ""), options.get("region", ""))
    raise WrongSetting("CLIP_STORAGE", "expected file:///folder or s3://bucket?endpoint=…&region=…")


def read_video_uploads(env: Mapping[str, str], data_dir: Path) -> VideoRoot:
    """Where `VIDEO_UPLOADS` keeps videos that are uploaded by page, by default a folder of the data folder."""
    url = env.get("VIDEO_UPLOADS")
    if not url:
        return VideoRoot(ClipStorage(folder=data_dir / "videos"))
    try:
        if "," in url:
            raise WrongSetting("VIDEO_UPLOADS", "several places")
        return read_video_root(url)
    except WrongSetting as wrong:
        expected = "expected one place, /folder or s3://bucket/prefix?endpoint=…&region=…"
        raise WrongSetting("VIDEO_UPLOADS", expected) from wrong


def read_video_root(url: str) -> VideoRoot:
    """One of the addresses of `VIDEO_SOURCES`."""
    parts = urlsplit(url)
    if parts.scheme in ("", "file") and not parts.netloc and parts.path.startswith("/") and parts.path != "/":
        return VideoRoot(ClipStorage(folder=Path(parts.path)))
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if parts.scheme == "s3" and parts.netloc and set(options) <= {"endpoint", "region"}:
        where = ClipStorage(None, parts.netloc, options.get("endpoint", ""), options.get("region", ""))
        return VideoRoot(where, parts.path.strip("/"))
    raise WrongSetting("VIDEO_SOURCES", "expected /folder or s3://bucket/prefix?endpoint=…&region=…, comma-separated")

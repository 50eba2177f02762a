"""Backs up a team server: `backup.py FOLDER` writes the database and the files of the data folder into FOLDER.

Reads DATABASE_URL, REELEVANCE_DATA_DIR and CLIP_STORAGE; needs pg_dump of the server's version or newer. The new folder
is named by the time in UTC and is there whole or not at all. Clips in a folder outside the data folder are packed
beside its files. Clips in a bucket are not in it: copy the bucket by its own means.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

LEFT_OUT = {"static", "restoring"}
EMBEDDED = "embedded mode is backed up by manage.py archive_campaign SLUG --out FILE, one file per campaign"


class WrongSettingError(Exception):
    """A variable without which there is nothing to back up; one line that names it."""


def main(target: Path) -> None:
    """Look at the settings, then dump, pack, write down checksums, take the name; what failed leaves nothing."""
    os.umask(0o077)
    url, data, clips = database_url(), data_folder(), clip_folder()
    done = target / datetime.now(UTC).strftime("reelevance-%Y%m%dT%H%M%SZ")
    growing = done.with_name(f"{done.name}.partial")
    growing.mkdir(parents=True)
    try:
        dump_database(url, growing / "database.dump")
        pack_folders(data, clips, growing)
        lines = [f"{sha256_of(path)}  {path.name}\n" for path in sorted(growing.iterdir())]
        (growing / "SHA256SUMS").write_text("".join(lines))
        growing.rename(done)
    except BaseException:
        shutil.rmtree(growing, ignore_errors=True)
        raise
    sys.stdout.write(f"{done}\n")


def database_url() -> str:
    """Where the database is; raises WrongSettingError where that is not PostgreSQL."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        raise WrongSettingError(f"DATABASE_URL is not set; {EMBEDDED}")
    if urlsplit(url).scheme.startswith("sqlite"):
        raise WrongSettingError(f"DATABASE_URL names SQLite; {EMBEDDED}")
    return url


def data_folder() -> Path:
    """The data folder; raises WrongSettingError if none is named."""
    if not os.environ.get("REELEVANCE_DATA_DIR"):
        raise WrongSettingError("REELEVANCE_DATA_DIR is not set; it names the data folder")
    return Path(os.environ["REELEVANCE_DATA_DIR"]).absolute()


def clip_folder() -> Path | None:
    """The folder of the clips as the settings read it, None if they are in a bucket.

    Raises WrongSettingError if a folder that CLIP_STORAGE names is not there: a disk that is not mounted must not
    make a backup without clips.
    """
    url = os.environ.get("CLIP_STORAGE")
    if not url:
        return data_folder() / "clips"
    parts = urlsplit(url)
    if parts.scheme != "file":
        return None
    if not Path(parts.path).is_dir():
        raise WrongSettingError(f"CLIP_STORAGE: {parts.path} is not a folder; if there are no clips yet, create it")
    return Path(parts.path)


def dump_database(url: str, path: Path) -> None:
    """PostgreSQL's own format, of one moment; the password goes by the environment, which other users cannot read."""
    parts = urlsplit(url)
    env = {**os.environ, "PGPASSWORD": unquote(parts.password or "")}
    where = ["-h", parts.hostname or "localhost", "-p", str(parts.port or 5432), "-U", unquote(parts.username or "")]
    dump = ["pg_dump", *where, "-Fc", "-f", str(path), parts.path.lstrip("/")]
    subprocess.run(dump, env=env, check=True)  # noqa: S603  the words are the server's own settings
    subprocess.run(["pg_restore", "--list", str(path)], check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607


def pack_folders(data: Path, clips: Path | None, target: Path) -> None:
    """The folders after the database: every row's file is there, and at most one that no row names yet.

    Clips that do not lie in the data folder (a link in it leads elsewhere, too) are packed apart, into `clips.tar`.
    """
    apart = clips is not None and clips.is_dir() and not clips.resolve().is_relative_to(data.resolve())
    entries = sorted(data.iterdir()) if data.is_dir() else []
    pack(
        (entry for entry in entries if entry.name not in LEFT_OUT and not (apart and entry == clips)),
        target / "files.tar",
    )
    if apart and clips is not None:
        pack((entry for entry in sorted(clips.iterdir()) if entry.is_file()), target / "clips.tar")


def pack(entries: Iterable[Path], path: Path) -> None:
    """Each of them under its own name, folders with what they hold."""
    with tarfile.open(path, "w") as packed:
        for entry in entries:
            packed.add(entry, arcname=entry.name)


def sha256_of(path: Path) -> str:
    """64 hex digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("backup.py: name the folder to write into")
    try:
        main(Path(sys.argv[1]))
    except (OSError, WrongSettingError, subprocess.CalledProcessError, tarfile.TarError) as error:
        sys.exit(f"backup.py: no backup was made: {error}")

"""Backs up a team server: `backup.py FOLDER` writes the database and the files of the data folder into FOLDER.

Reads DATABASE_URL and REELEVANCE_DATA_DIR; needs pg_dump of the server's version or newer. The new folder is named by
the time in UTC and is there whole or not at all. Clips in a bucket are not in it: copy the bucket by its own means.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

LEFT_OUT = {"static", "restoring"}


def main(target: Path) -> None:
    """Dump, pack, write down checksums, take the name."""
    os.umask(0o077)
    done = target / datetime.now(UTC).strftime("reelevance-%Y%m%dT%H%M%SZ")
    growing = done.with_name(f"{done.name}.partial")
    growing.mkdir(parents=True)
    dump_database(growing / "database.dump")
    pack_files(Path(os.environ["REELEVANCE_DATA_DIR"]), growing / "files.tar")
    lines = [f"{sha256_of(path)}  {path.name}\n" for path in sorted(growing.iterdir())]
    (growing / "SHA256SUMS").write_text("".join(lines))
    growing.rename(done)
    sys.stdout.write(f"{done}\n")


def dump_database(path: Path) -> None:
    """PostgreSQL's own format, of one moment; the password goes by the environment, which other users cannot read."""
    url = urlsplit(os.environ["DATABASE_URL"])
    env = {**os.environ, "PGPASSWORD": unquote(url.password or "")}
    where = ["-h", url.hostname or "localhost", "-p", str(url.port or 5432), "-U", unquote(url.username or "")]
    dump = ["pg_dump", *where, "-Fc", "-f", str(path), url.path.lstrip("/")]
    subprocess.run(dump, env=env, check=True)  # noqa: S603  the words are the server's own settings
    subprocess.run(["pg_restore", "--list", str(path)], check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607


def pack_files(folder: Path, path: Path) -> None:
    """The data folder after the database: every row's file is there, and at most one that no row names yet."""
    with tarfile.open(path, "w") as packed:
        for entry in sorted(folder.iterdir()) if folder.is_dir() else []:
            if entry.name not in LEFT_OUT:
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
    except (OSError, KeyError, subprocess.CalledProcessError, tarfile.TarError) as error:
        sys.exit(f"backup.py: no backup was made: {error}")

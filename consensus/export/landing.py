"""Puts a folder of files in its place: there whole or not at all, whatever stops the writer."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import glob
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from consensus.export.folder import MANIFEST, Folder
from moments.base.errors import BadInput

EXPORT = "an export"
AT_FDCWD = -100
RENAME_EXCHANGE = 2


@contextmanager
def whole_folder(out: Path, kind: str = EXPORT) -> Iterator[Folder]:
    """A folder that takes the place of `out` when the block ends well, and is gone when it does not.

    It grows beside `out` under a name that ends in `.partial`; what a killed writer left there is cleared
    away by the next. Raises BadInput if `out` is something else than an earlier export (or another `kind`, as
    its manifest says) or an empty folder, lies inside an export, or cannot be written.
    """
    out = out.resolve()
    try:
        _require_replaceable(out, kind)
        out.parent.mkdir(parents=True, exist_ok=True)
        _clear_stale(out)
        with _growing(out) as growing:
            yield Folder(growing)
            _sync(growing)
            _land(growing, out, kind)
    except OSError as error:
        raise BadInput(f"{out}: {error.strerror or error}") from error


@contextmanager
def _growing(out: Path) -> Iterator[Path]:
    """A new folder beside `out`, held until it has landed or is removed.

    Before it is held, another writer may take it for one that was left behind; then another is made.
    """
    with ExitStack() as stack:
        while True:
            folder = out.with_name(f".{out.name}.{secrets.token_hex(4)}.partial")
            folder.mkdir()
            try:
                stack.enter_context(held(folder))
            except (FileNotFoundError, BlockingIOError):
                continue
            if folder.exists():
                break
            stack.close()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def is_export(folder: Path, kind: str = EXPORT) -> bool:
    """Whether the folder holds an export, or what else its manifest calls `kind`, and nothing else."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        known = {MANIFEST, *manifest["files"], *_listed(folder, manifest)}
        ours = str(manifest["software"]).startswith("reelevance ") and manifest.get("kind", EXPORT) == kind
        paths = (path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
        return ours and known.issuperset(str(path.relative_to(folder)) for path in paths)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def _listed(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
    """The clips of an export, which a list has that the manifest names."""
    if "clips" in manifest:
        listing = folder / manifest["clips"]["list"]
        with listing.open(encoding="utf-8") as lines:
            beside = listing.parent.relative_to(folder)
            yield from (str(beside / json.loads(line)["path"]) for line in lines)


def _require_replaceable(out: Path, kind: str) -> None:
    if any(is_export(parent, held) for parent in out.parents for held in (EXPORT, kind)):
        raise BadInput(f"{out}: is inside another export, which would become invalid")
    if not out.exists():
        return
    if not out.is_dir():
        raise BadInput(f"{out}: is a file", remedy="out")
    if any(out.iterdir()) and not is_export(out, kind):
        raise BadInput(f"{out}: contains other files; {kind} replaces only {kind}")


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """A lock on the folder that the system lets go when this process ends, however it ends.

    Raises BlockingIOError if another holder has it.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def _clear_stale(out: Path) -> None:
    """Remove what writers of `out` left that are gone: those whose lock can be had."""
    for left in out.parent.glob(f".{glob.escape(out.name)}.????????.partial"):
        try:
            with held(left):
                shutil.rmtree(left, ignore_errors=True)
        except OSError:
            continue  # its writer is at work, or it is another's


def _land(growing: Path, out: Path, kind: str) -> None:
    """Put the folder in the place of `out`; an earlier export is exchanged with it in one step."""
    if out.exists() or not _rename_to_free(growing, out, kind):
        _exchange(growing, out)
    _sync_entry(out.parent)


def _rename_to_free(growing: Path, out: Path, kind: str) -> bool:
    """Take a free place; False if another writer took it a moment ago."""
    try:
        growing.rename(out)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        _require_replaceable(out, kind)
        return False
    return True


def _exchange(growing: Path, out: Path) -> None:
    """Swap two folders at once; where the system cannot, one after the other."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename and rename(AT_FDCWD, os.fsencode(growing), AT_FDCWD, os.fsencode(out), RENAME_EXCHANGE) == 0:
        return
    old = growing.with_name(f"{growing.name}.old")
    out.rename(old)
    growing.rename(out)
    shutil.rmtree(old)


def _sync(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
        elif path.is_dir():
            _sync_entry(path)
    _sync_entry(folder)


def _sync_entry(folder: Path) -> None:
    """Make the names in a folder last."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""A stand-in for the image that the Dockerfile begins with, made of Debian's own packages and named the same."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.images.containers import CommandFailed, Store, output_of

PACKAGES = "python3,python3-pip,python3-venv,ca-certificates"
NAME = re.compile(r"python:(?P<version>\d+\.\d+)(?:\.\d+)?-slim-(?P<suite>[a-z]+)")


@dataclass(frozen=True, slots=True)
class Base:
    """The image's full name, and what it promises: Python's first two numbers, and the release of Debian."""

    name: str
    version: str
    suite: str


def base_of(dockerfile: str) -> Base:
    """What the Dockerfile begins with; raises ValueError where Debian's packages cannot stand in for it."""
    named = re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    found = NAME.fullmatch(named[0]) if len(named) == 1 else None
    if found is None:
        raise ValueError(
            f"the Dockerfile begins with {', '.join(named) or 'nothing'}, not with one python:…-slim-SUITE"
        )
    return Base(f"docker.io/library/{named[0]}", found["version"], found["suite"])


def mirror_of(suite: str) -> list[str]:
    """Where this machine's apt gets that release, as a word for debootstrap; none leaves it debootstrap's default."""
    words = ["apt-get", "indextargets", "--format", "$(REPO_URI)"]
    listed = output_of([*words, "Created-By: Packages", f"Codename: {suite}", "Component: main"]).split()
    return listed[:1]


def make_base(store: Store, base: Base) -> None:
    """Make it, unless the storage has it from an earlier run."""
    if store.has(base.name):
        return
    with tempfile.TemporaryDirectory(prefix="base-", dir=store.folder) as folder:
        root = Path(folder) / "root"
        log = Path(folder) / "log"
        bootstrap = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", base.suite, str(root)]
        output_of([*bootstrap, *mirror_of(base.suite)], log=log)
        finish_python(root, base)
        commit(store, root, base.name)


def finish_python(root: Path, base: Base) -> None:
    """Python and pip under the names that the official image has; raises CommandFailed if it is another Python."""
    version = output_of(["chroot", str(root), "python3", "--version"]).split()[-1]
    if not version.startswith(f"{base.version}."):
        raise CommandFailed(f"Debian's {base.suite} has Python {version}, and the Dockerfile wants {base.version}")
    for name in ("python", "pip"):
        (root / "usr/local/bin" / name).symlink_to(f"/usr/bin/{name}3")
    for marker in root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
        marker.unlink()
    shutil.rmtree(root / "var/cache/apt", ignore_errors=True)


def commit(store: Store, root: Path, name: str) -> None:
    """The folder as an image of one layer."""
    container = f"base-{os.getpid()}"
    store.buildah("from", "--name", container, "scratch")
    try:
        store.buildah("add", "--quiet", container, str(root), "/")
        store.buildah("commit", "--quiet", container, name)
    finally:
        subprocess.run(store.words("rm", container), capture_output=True, check=False)

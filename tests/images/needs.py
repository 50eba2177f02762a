"""What `make check-images` needs on the machine, and how it gets it without starting anybody's services."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.servers.prepare import Need, all_needs, install_packages, prepare, run

POLICY = Path("/usr/sbin/policy-rc.d")
NO_SERVICE_STARTS = "#!/bin/sh\nexit 101\n"
PROGRAMS = {
    "buildah": ("buildah",),
    "debootstrap": ("debootstrap",),
    "podman": ("podman",),
    "runc": ("runc",),
    "nginx": ("nginx",),
    "openssl": ("openssl",),
}
UNFIT = (
    "check-images: needs Debian or Ubuntu, as root: apt-get installs buildah, debootstrap, podman and nginx, "
    "and images are built without a Docker engine"
)


def require_debian_as_root() -> None:
    """Raises SystemExit with one line on any other machine."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise SystemExit(UNFIT)


def prepare_machine(env: Mapping[str, str]) -> None:
    """Install the programs that are missing; start PostgreSQL and Redis where they are stopped on this machine."""
    services = [need for need in all_needs(env) if need.start is not None]
    prepare([*program_needs(), *services], install=install_quietly, say=lambda line: print(line, flush=True))  # noqa: T201


def program_needs() -> list[Need]:
    """A need for each program; there is nothing to start."""

    def need(program: str) -> Need:
        there = shutil.which(program) is not None
        return Need(
            program,
            PROGRAMS[program],
            lambda: "" if shutil.which(program) else "is not there",
            lambda: there,
            f"install {program}",
        )

    return [need(program) for program in PROGRAMS]


def install_quietly(packages: list[str]) -> None:
    """Install them; none starts a service now, and nginx does not start with the machine either."""
    with no_service_starts():
        install_packages(packages)
    if "nginx" in packages:
        run(["update-rc.d", "nginx", "disable"])


@contextmanager
def no_service_starts(policy: Path = POLICY) -> Iterator[None]:
    """Debian's own switch against starting services from packages; a policy that is there already stays in force."""
    if policy.exists():
        yield
        return
    policy.write_text(NO_SERVICE_STARTS)
    policy.chmod(policy.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    try:
        yield
    finally:
        policy.unlink(missing_ok=True)

"""docker-compose.yml as podman-compose reads it: its services, its dry run, and whether podman starts containers."""

from __future__ import annotations

import re
import secrets
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from config.environment import BASE_DIR
from tests.images.containers import CommandFailed, Store, output_of

PROJECT = "reelevance-check"
# Its user, what it may gain, and whether it may write into its volume and past it.
SAID_OF_ITSELF = (
    "id -u; grep -E '^(CapBnd|NoNewPrivs):' /proc/self/status | cut -f2; "
    "touch var/a && echo volume; touch a 2>/dev/null && echo image; true"
)
LIMITS = ("--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024")
CONTAINED = ["10001", "0" * 16, "1", "volume"]


def write_env_file(path: Path, certificates: Path) -> None:
    """What docs/deploy.md asks for in .env."""
    given = {
        "SECRET_KEY": secrets.token_hex(32),
        "POSTGRES_PASSWORD": secrets.token_hex(24),
        "ALLOWED_HOSTS": "localhost",
        "TLS_DIR": str(certificates),
    }
    path.touch(mode=0o600)
    path.write_text("".join(f"{name}={value}\n" for name, value in given.items()))


@dataclass(frozen=True, slots=True)
class Compose:
    """podman-compose on the project's own file, with a podman that keeps everything in a folder of ours.

    Even its dry run makes networks and volumes.
    """

    store: Store
    folder: Path

    def begin(self) -> None:
        """Write what it needs: .env, the folder of certificates, and our podman."""
        (self.folder / "tls").mkdir(mode=0o755)
        write_env_file(self.folder / ".env", self.folder / "tls")
        own = self.store.words(f"--network-config-dir={self.folder}/networks", program="podman")
        self.podman.write_text(f'#!/bin/sh\nexec {shlex.join(own)} "$@"\n')
        self.podman.chmod(0o700)

    @property
    def podman(self) -> Path:
        """The script that stands in for podman."""
        return self.folder / "podman"

    def words(self, *words: str) -> list[str]:
        """The command."""
        given = ["--podman-path", str(self.podman), "--project-name", PROJECT, "--env-file", str(self.folder / ".env")]
        return [sys.executable, "-m", "podman_compose", *given, "--file", str(BASE_DIR / "docker-compose.yml"), *words]

    def services(self) -> dict[str, Any]:
        """The services as podman-compose understands them: merged, every variable in place."""
        return dict(yaml.safe_load(output_of(self.words("config")))["services"])

    def dry_run(self) -> list[str]:
        """The services whose containers `up` would create, in that order; raises CommandFailed where it would not."""
        words = self.words("--verbose", "--dry-run", "up", "--detach")
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CommandFailed(f"podman-compose --dry-run up ended with {done.returncode}:\n{done.stderr[-3000:]}")
        return created(done.stdout + done.stderr)

    def contained(self, image: str, volume: str) -> str:
        """What a container of podman's says of itself, run with compose's restrictions on a fresh named volume.

        Raises CommandFailed where podman starts none here. Podman's default limits are above what some machines allow.
        """
        own = ["--rm", "--network=none", "--pull=never", "--cap-drop=ALL", "--security-opt=no-new-privileges:true"]
        words = [*own, *LIMITS, f"--volume={volume}:/app/var", image, "sh", "-c", SAID_OF_ITSELF]
        try:
            return output_of([str(self.podman), "--runtime=runc", "run", *words])
        finally:
            subprocess.run([str(self.podman), "volume", "rm", "--force", volume], capture_output=True, check=False)


def created(log: str) -> list[str]:
    """The services of the containers that a dry run says it would create or run."""
    return re.findall(rf"podman create --name={PROJECT}_([\w-]+?)_1 ", log)


def order_breaches(services: Mapping[str, Any], order: list[str]) -> list[str]:
    """Services that come before one that they wait for, or not at all."""
    plain = {name: service for name, service in services.items() if not service.get("profiles")}
    missing = [f"{name} is not created" for name in plain if name not in order]
    early = [
        f"{name} is created before {other}"
        for name, service in plain.items()
        for other in service.get("depends_on", {})
        if name in order and other in order and order.index(name) < order.index(other)
    ]
    return missing + early

"""The platform's services out of one image, with the environment and the commands of docker-compose.yml."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.images.containers import CommandFailed, Container, Store, mounts_of, rights_of
from tests.images.stores import Stores
from tests.images.walk import FILMS
from tests.rig.ports import answers, wait_until

USER = 10_001
LONG_RUNNING = ("web", "worker-settle", "worker-rank", "worker-cut", "beat")
INSIDE_PORT = 8000
MIGRATED_WITHIN_S = 300.0
VOLUME = "/app/var"


@dataclass(slots=True)
class Platform:
    """What runs of it; `web_port` is where the web process listens, `volume` ends the path of the volume."""

    containers: dict[str, Container]
    services: Mapping[str, Any]
    web_port: int
    volume: str

    def breaches(self) -> list[str]:
        """Processes that have ended or more rights than none, and what was written past the volume."""
        return [line for name, container in self.containers.items() for line in self._breaches_of(name, container)]

    def _breaches_of(self, name: str, container: Container) -> Iterator[str]:
        assert container.process is not None
        if container.process.poll() is not None:
            yield f"{name} has ended"
        pids = container.pids()
        if not pids:
            yield f"{name} has no process"
        for pid in pids:
            if rights_of(pid) != ({USER}, 0):
                yield f"{name}: process {pid} has user ids and capabilities {rights_of(pid)}"
            if not mounts_of(pid).get(VOLUME, "").endswith(self.volume):
                yield f"{name}: process {pid} does not see the volume"
        for path in container.written():
            yield f"{name} wrote {path}"

    def check_health(self) -> None:
        """Compose's own health checks pass, on the port at hand; raises CommandFailed where one does not."""
        for name, container in self.containers.items():
            check = self.services[name].get("healthcheck")
            if check:
                container.run(*at_port(command_of_check(check["test"]), self.web_port))


def command_of_check(test: list[str]) -> list[str]:
    """The words that a health check runs; `$$` was made `$` already."""
    return ["sh", "-c", test[1]] if test[0] == "CMD-SHELL" else test[1:]


def at_port(command: list[str], port: int) -> list[str]:
    """The command with the port of the image replaced: the machine's port 8000 may be somebody's."""
    if command[-1].endswith("healthy.py"):
        return [*command, f"http://127.0.0.1:{port}/healthz"]
    return [f"127.0.0.1:{port}" if word == f"0.0.0.0:{INSIDE_PORT}" else word for word in command]


def environment_of(service: Mapping[str, Any], stores: Stores) -> dict[str, str]:
    """Compose's, but for where database, broker and videos are, and how long a sweep waits."""
    own = {
        "DATABASE_URL": stores.database,
        "REDIS_URL": stores.broker,
        "VIDEO_SOURCES": FILMS,
        "REELEVANCE_SWEEP_INTERVAL_S": "1",
        "WEB_CONCURRENCY": "2",
    }
    return {name: str(value) for name, value in {**service["environment"], **own}.items()}


@contextmanager
def platform(
    store: Store, image: str, services: Mapping[str, Any], stores: Stores, folder: Path, port: int
) -> Iterator[Platform]:
    """Migrated and running; every container goes at the end. `folder` gets the volume and the logs, and has films."""
    default = [str(word) for word in store.settings_of(image)["Cmd"]]
    with ExitStack() as stack:

        def container(name: str) -> Container:
            made = Container(
                store,
                f"reelevance-{os.getpid()}-{name}",
                environment_of(services[name], stores),
                (f"{folder}/var:{VOLUME}", f"{folder}/films:{FILMS}:ro"),
                folder / f"{name}.log",
            )
            stack.callback(made.remove)
            made.make(image)
            return made

        migrate = container("migrate")
        make_volume(migrate.root(), folder / "var")
        migrate.finish(services["migrate"]["command"], within_s=MIGRATED_WITHIN_S)
        made = Platform({name: container(name) for name in LONG_RUNNING}, services, port, f"/{folder.name}/var")
        for name, one in made.containers.items():
            one.start(at_port(services[name].get("command") or default, port))
        wait_until("the web process", lambda: answers(port), within_s=120)
        yield made


def make_volume(root: Path, volume: Path) -> None:
    """As Docker makes a named volume: with the owner and mode that the image gives its folder."""
    image_s = (root / VOLUME.lstrip("/")).stat()
    volume.mkdir()
    os.chown(volume, image_s.st_uid, image_s.st_gid)
    volume.chmod(image_s.st_mode & 0o777)


def wait_until_healthy(made: Platform, within_s: float = 120.0) -> None:
    """Until every health check passes; the last failure where one does not."""
    deadline = time.monotonic() + within_s
    while True:
        try:
            return made.check_health()
        except CommandFailed:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)

"""`python -m tests.images`: builds the image, runs it, walks a campaign through it, and leaves nothing but its base."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from config.environment import BASE_DIR
from tests.images import outside, pip_settings
from tests.images.base import base_of, make_base
from tests.images.campaign import write_films
from tests.images.compose import CONTAINED, Compose, order_breaches
from tests.images.containers import CommandFailed, Store, output_of
from tests.images.needs import prepare_machine, require_debian_as_root
from tests.images.proxy import configure, make_certificate, moved, nginx, rendered
from tests.images.services import Platform, platform, wait_until_healthy
from tests.images.stores import own_stores
from tests.images.visitor import Visitor
from tests.images.walk import Site, walk
from tests.rig.ports import free_port

IMAGE = "localhost/reelevance:check"
FOLDER = "REELEVANCE_IMAGES_DIR"
LOOPBACK = "127.0.0.1:1"
STARTED = time.monotonic()


def main() -> None:
    """Everything, a line for each thing that was seen; ends with 1 and one line at the first that is not right."""
    require_debian_as_root()
    prepare_machine(os.environ)
    signal.signal(signal.SIGTERM, stop)
    with storage() as store, tempfile.TemporaryDirectory(prefix="reelevance-images-") as folder:
        run = Path(folder)
        run.chmod(0o755)
        file = Compose(store, run)
        services = check_compose(file)
        try:
            build(store, run)
            check_container(file)
            check_image(store, run, services)
        finally:
            subprocess.run(store.words("rmi", "--force", IMAGE), capture_output=True, check=False)


def say(line: str) -> None:
    """One line, at once, with the seconds since the start."""
    print(f"check-images: {time.monotonic() - STARTED:4.0f} s  {line}", flush=True)  # noqa: T201


def stop(*_: object) -> NoReturn:
    """A signal to end: everything is taken down on the way out."""
    raise SystemExit("check-images: stopped")


@contextmanager
def storage() -> Iterator[Store]:
    """The storage of images, for one run at a time, emptied of what a killed run left."""
    folder = Path(os.environ.get(FOLDER) or BASE_DIR / ".venv" / "images").resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(f"check-images: another run uses {folder}; set {FOLDER} to another folder") from None
        store = Store(folder)
        store.empty()
        try:
            yield store
        finally:
            store.empty()


def check_compose(file: Compose) -> dict[str, Any]:
    """The services of docker-compose.yml, once podman-compose reads it and would create them in order."""
    file.begin()
    services = file.services()
    order = file.dry_run()
    breaches = order_breaches(services, order)
    assert not breaches, f"docker-compose.yml: {'; '.join(breaches)}"
    say(f"podman-compose reads docker-compose.yml and would create {', '.join(order)}, in that order")
    return services


def build(store: Store, run: Path) -> None:
    """The image, as the Dockerfile says."""
    base = base_of((BASE_DIR / "Dockerfile").read_text())
    if not store.has(base.name):
        say(f"making {base.name} of Debian's packages (once)")
    make_base(store, base)
    listing = output_of([sys.executable, "-m", "pip", "config", "list"])
    settings = pip_settings.read_settings(listing, os.environ)
    (run / "pip.conf").write_text(pip_settings.configuration(settings))
    shown = pip_settings.mounts(run / "pip.conf", pip_settings.folders_named(settings))
    began = time.monotonic()
    words = ("--isolation", "chroot", "--network", "host", "--pull-never", "--layers=false", *shown)
    store.buildah("bud", *words, "--tag", IMAGE, str(BASE_DIR), log=run / "build.log")
    say(f"image built in {time.monotonic() - began:.0f} s, {store.size_of(IMAGE) / 1e6:,.0f} MB")


def check_container(file: Compose) -> None:
    """Podman's own container keeps compose's restrictions; one line where podman starts none on this machine."""
    try:
        found = file.contained(IMAGE, f"reelevance-{os.getpid()}").split()
    except CommandFailed as error:
        say(f"not tried: podman starts no container here ({str(error).splitlines()[-1]})")
        return
    assert found == CONTAINED, f"a container says {found} of itself, not {CONTAINED}"
    say("podman's container runs as 10001, gains no rights and writes to its volume alone")


def check_image(store: Store, run: Path, services: dict[str, Any]) -> None:
    """Services, proxy, and the walk."""
    write_films(run / "films")
    make_certificate(run / "tls", "localhost")
    port, ports = free_port(), {80: free_port(), 443: free_port()}
    blanks = {**services["nginx"]["environment"], "REELEVANCE_WEB": f"127.0.0.1:{port}", "REELEVANCE_TLS": f"{run}/tls"}
    configure(
        run / "s3", site_of("nginx-s3.conf.template", {**blanks, "REELEVANCE_STORAGE": LOOPBACK}, ports, run / "s3")
    )
    proxy = run / "nginx"
    with (
        own_stores() as stores,
        platform(store, IMAGE, services, stores, run, port) as made,
        nginx(proxy, site_of("nginx.conf.template", blanks, ports, proxy), ports) as logs,
    ):
        began = time.monotonic()
        try:
            wait_until_healthy(made)
            say(f"{', '.join(made.containers)} run after migrate, and compose's health checks pass")

            def visitor() -> Visitor:
                return Visitor(ports[443], run / "tls" / "fullchain.pem")

            nothing_wrong("seen from outside", outside.look(visitor(), f"http://localhost:{ports[80]}", logs))
            walk(Site(visitor, made.containers["web"].run, say))
            nothing_wrong("processes and file systems", made.breaches())
        except (AssertionError, CommandFailed):
            tell_logs(made)
            raise
        say(f"the walk took {time.monotonic() - began:.0f} s")


def site_of(template: str, blanks: dict[str, str], ports: dict[int, int], folder: Path) -> str:
    """A template of deploy/ with its blanks filled, on our ports, its logs in the folder."""
    return moved(rendered((BASE_DIR / "deploy" / template).read_text(), blanks), ports, folder)


def nothing_wrong(what: str, breaches: list[str]) -> None:
    """Say so, or raise AssertionError with every breach."""
    assert not breaches, f"{what}: " + "; ".join(breaches)
    say(f"{what}: as it should be")


def tell_logs(made: Platform) -> None:
    """The last words of every process."""
    for name, container in made.containers.items():
        sys.stderr.write(f"--- {name}\n{container.log.read_text(errors='replace')[-1500:]}\n")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, CommandFailed, ValueError) as error:
        sys.exit(f"check-images: {error}")
    except KeyboardInterrupt:
        sys.exit("check-images: stopped")

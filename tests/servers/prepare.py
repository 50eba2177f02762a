"""Makes sure that what the tests need is there: `python -m tests.servers.prepare`.

PostgreSQL, Redis, Chromium, Firefox, nginx and an S3-compatible server. On Debian and Ubuntu, as root, what is missing
is installed and what is stopped is started; elsewhere one line says what to do. Without Firefox its tests are left out.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg2
import redis

POSTGRES = "postgres://postgres@127.0.0.1:5432"
REDIS = "redis://127.0.0.1:6379/9"
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the cheapest first
SYSTEM_PYTHON = "/usr/bin/python3"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
POLICY = Path("/usr/sbin/policy-rc.d")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANSWERS_WITHIN_S = 20.0


class Unprepared(SystemExit):
    """Something is missing that cannot be put right from here; one line says what."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"prepare: {' '.join(problem.split())}")


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that tests need.

    `problem` says what is wrong with it, or nothing; `start(fresh)`, for a service, brings it to life, `fresh` if it
    was only just installed; `instead` is what else a developer may do.
    """

    name: str
    packages: tuple[str, ...]
    problem: Callable[[], str]
    installed: Callable[[], bool]
    instead: str
    start: Callable[[bool], None] | None = None
    optional: bool = False  # its tests are left out where it cannot be had


def main() -> None:
    """Prepare everything; a line for each thing."""
    prepare(all_needs(os.environ), install=install_packages, say=lambda line: print(line, flush=True))  # noqa: T201


def all_needs(env: Mapping[str, str]) -> list[Need]:
    """What the tests need, where the environment says that it is."""
    postgres, redis_url = env.get("REELEVANCE_TEST_POSTGRES", POSTGRES), env.get("REELEVANCE_TEST_REDIS", REDIS)
    return [
        Need(
            f"PostgreSQL at {place(postgres)}",
            ("postgresql",),
            lambda: postgres_problem(postgres),
            lambda: not on_loopback(postgres) or shutil.which("pg_lsclusters") is not None,
            "set REELEVANCE_TEST_POSTGRES=postgres://role:password@host:port",
            lambda fresh: start_postgres(postgres, fresh),
        ),
        Need(
            f"Redis at {place(redis_url)}",
            ("redis-server",),
            lambda: redis_problem(redis_url),
            lambda: not on_loopback(redis_url) or shutil.which("redis-server") is not None,
            "set REELEVANCE_TEST_REDIS=redis://host:port/number",
            lambda fresh: start_redis(redis_url),
        ),
        chromium_need(env.get("CHROMIUM", "")),
        firefox_need(env.get("FIREFOX", "")),
        Need(
            f"nginx at {NGINX}",
            ("nginx",),
            lambda: "" if os.access(NGINX, os.X_OK) else "is not there",
            lambda: os.access(NGINX, os.X_OK),
            "put nginx on the PATH",
        ),
        Need(
            "S3-compatible server",
            ("python3-swift",),
            lambda: "" if swift_is_there() else "is not there",
            swift_is_there,
            "install OpenStack Swift for /usr/bin/python3",
        ),
    ]


def chromium_need(chosen: str) -> Need:
    """Chromium as `chosen` names it, or one of the machine's own packages."""
    # Debian's build without a window takes half the processor time; other systems have no such package.
    package = "chromium-headless-shell" if os_id() == "debian" else "chromium"
    return Need(
        f"Chromium at {chosen}" if chosen else "Chromium",
        (package, "fonts-dejavu-core"),
        lambda: "" if chromium_path(chosen) else "is not there",
        lambda: bool(chosen or chromium_path("")),
        "set CHROMIUM=/path/to/chromium",
    )


def chromium_path(chosen: str) -> str | None:
    """The Chromium that the tests drive: the one that is chosen, or the first on the path."""
    return next(filter(None, map(shutil.which, [chosen] if chosen else CHROMIUMS)), None)


def os_id() -> str:
    """What the operating system calls itself ("debian", "ubuntu"), or nothing."""
    try:
        return platform.freedesktop_os_release().get("ID", "")
    except OSError:
        return ""


def firefox_need(chosen: str) -> Need:
    """Firefox as `chosen` names it, or Debian's with what it plays MP4 with."""
    return Need(
        f"Firefox at {chosen}" if chosen else "Firefox",
        ("firefox-esr", "libavcodec-extra"),
        lambda: firefox_problem(chosen),
        lambda: bool(chosen) or not firefox_problem(chosen),
        "set FIREFOX=/path/to/firefox",
        optional=not chosen,
    )


def firefox_problem(chosen: str) -> str:
    """Why the tests cannot run in Firefox, or nothing."""
    if chosen:
        return "" if os.access(chosen, os.X_OK) else "is not there"
    found = installed_firefox()
    if found is None:
        return "is not there"
    if b"/snap/" in Path(found).resolve().read_bytes()[:4096]:
        return "is a snap, which reads no profile of a test"
    return "" if find_library("avcodec") else "plays no MP4 without libavcodec"


def installed_firefox() -> str | None:
    """Where a Firefox lies that the machine's own packages brought."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def prepare(needs: Sequence[Need], *, install: Callable[[list[str]], None], say: Callable[[str], None]) -> None:
    """Install and start what is missing; raises Unprepared where that does not help, unless it is optional."""
    required = [need for need in needs if not need.optional]
    prepare_all(required, install=install, say=say)
    for need in needs:
        if need.optional:
            try:
                prepare_all([need], install=install, say=say)
            except Unprepared as unprepared:
                why = str(unprepared).removeprefix("prepare: ")
                say(f"prepare: {need.name}: its tests are not run: {why}; or {need.instead}")


def prepare_all(needs: Sequence[Need], *, install: Callable[[list[str]], None], say: Callable[[str], None]) -> None:
    """Install and start what is missing; raises Unprepared where that does not help."""
    missing = [need.name for need in needs if need.problem()]
    absent = [need for need in needs if need.name in missing and not need.installed()]
    packages = [package for need in absent for package in need.packages]
    if packages:
        say(f"prepare: installing {', '.join(packages)} (once, a minute or two)")
        install(packages)
    for need in needs:
        if need.name not in missing:
            say(f"prepare: {need.name}: ready")
            continue
        bring_up(need, fresh=need in absent)
        say(f"prepare: {need.name}: {'installed' if need in absent else 'started'}")


def bring_up(need: Need, *, fresh: bool) -> None:
    """Start a service and wait until nothing is wrong with it."""
    deadline = time.monotonic()
    if need.start is not None and need.problem():
        need.start(fresh)
        deadline += ANSWERS_WITHIN_S
    while problem := need.problem():
        if time.monotonic() > deadline:
            raise Unprepared(f"{need.name} {problem}; put that right or {need.instead}")
        time.sleep(0.2)


def install_packages(packages: list[str]) -> None:
    """Through apt-get, as root; nothing that is installed is removed for it."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Unprepared(f"missing; as root: apt-get install {' '.join(packages)}")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-q"], env)
    with nginx_kept_from_starting(POLICY):
        run(["apt-get", "install", "-q", "-y", "--no-install-recommends", "--no-remove", *packages], env)
    if "nginx" in packages:
        run(["update-rc.d", "nginx", "disable"])


@contextmanager
def nginx_kept_from_starting(policy: Path) -> Iterator[None]:
    """The tests start an nginx of their own; the package's would listen on port 80, for everybody.

    `policy` is the script that Debian asks before it starts a service. Where there is one already, it decides.
    """
    if policy.exists():
        yield
        return
    policy.write_text('#!/bin/sh\ncase "$*" in *nginx*) exit 101;; esac\nexit 0\n')
    policy.chmod(0o755)
    try:
        yield
    finally:
        policy.unlink()


def run(command: list[str], env: Mapping[str, str] | None = None) -> str:
    """The command's output; raises Unprepared with its last words where it fails."""
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip() or "without a word").splitlines()[-1]
        raise Unprepared(f"{' '.join(command[:2])} failed: {words}")
    return done.stdout


def place(url: str) -> str:
    """Host and port of a URL, without its password."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)


def on_loopback(url: str) -> bool:
    """The URL leads to this machine: what does not answer there may be started."""
    return urlsplit(url).hostname in LOOPBACK


def postgres_problem(url: str) -> str:
    """Why PostgreSQL cannot be used, or nothing."""
    try:
        psycopg2.connect(f"{url}/postgres", connect_timeout=3).close()
    except psycopg2.OperationalError as error:
        return f"does not let the tests in ({str(error).strip().splitlines()[0]})"
    return ""


def start_postgres(url: str, fresh: bool) -> None:
    """Start the cluster of that port; a newly installed one is set to trust loopback."""
    if not on_loopback(url):
        return
    wanted = urlsplit(url).port or 5432
    for version, name, port, status in clusters(run(["pg_lsclusters", "--no-header"])):
        if port == wanted:
            if fresh:
                trust_loopback(Path(f"/etc/postgresql/{version}/{name}/pg_hba.conf"))
            action = "reload" if status.startswith("online") else "start"
            if fresh or action == "start":
                run(["pg_ctlcluster", "--skip-systemctl-redirect", version, name, action])


def clusters(listing: str) -> list[tuple[str, str, int, str]]:
    """Version, name, port and status of each cluster that pg_lsclusters lists."""
    rows = [line.split() for line in listing.splitlines() if line.strip()]
    return [(row[0], row[1], int(row[2]), row[3]) for row in rows]


def trust_loopback(hba: Path) -> None:
    """Who comes from this machine by TCP needs no password."""
    lines = []
    for line in hba.read_text().splitlines(keepends=True):
        words = line.split()
        if len(words) == 5 and words[:3] == ["host", "all", "all"] and words[3] in ("127.0.0.1/32", "::1/128"):
            line = line.replace(words[4], "trust")
        lines.append(line)
    hba.write_text("".join(lines))


def redis_problem(url: str) -> str:
    """Why Redis cannot be used, or nothing."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            client.ping()
    except redis.RedisError as error:
        return f"does not answer ({error})"
    return ""


def start_redis(url: str) -> None:
    """A Redis on loopback that keeps nothing on disk."""
    if on_loopback(url):
        port = str(urlsplit(url).port or 6379)
        run(
            ["redis-server", "--daemonize", "yes", "--bind", "127.0.0.1", "--port", port, "--save", "", "--dir", "/tmp"]
        )


def swift_is_there() -> bool:
    """The system's own Python has Swift."""
    look = "import importlib.util, sys; sys.exit(importlib.util.find_spec('swift') is None)"
    return (
        os.access(SYSTEM_PYTHON, os.X_OK) and subprocess.run([SYSTEM_PYTHON, "-c", look], check=False).returncode == 0
    )


if __name__ == "__main__":
    sys.exit(main())

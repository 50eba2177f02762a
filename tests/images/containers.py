"""Containers of buildah in a storage of our own, each with a process that runs as in compose, and what it writes."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.rig.ports import wait_until
from tests.rig.web import die_with_parent

RUN = ("run", "--isolation", "chroot", "--network", "host", "--cap-drop", "all")
NSENTER = shutil.which("nsenter") or "nsenter"
TEMPORARY = "temporary"
# The volume, what the kernel shows, and scratch that goes with the container.
NOT_OF_THE_IMAGE = ("/app/var", "/proc", "/sys", "/dev", "/tmp")
# What the runtime itself puts in place of the image's own files.
RUNTIMES_OWN = {"/etc/hosts", "/etc/hostname", "/etc/resolv.conf", "/run", "/run/.containerenv", "/etc", "/dev", "/sys",
                "/proc", "/", "/app"}  # fmt: skip


Files = dict[str, tuple[int, int, int]]


class CommandFailed(Exception):
    """A command that ended badly; its words and the end of its output."""


@dataclass(slots=True)
class Store:
    """Images and containers in a folder of our own, so that those of the machine's owner are never touched."""

    folder: Path

    def words(self, *words: str, program: str = "buildah") -> list[str]:
        """The command, on this storage; what it puts down while it runs lies there, too."""
        places = ["--root", str(self.folder / "storage"), "--runroot", str(self.folder / "run")]
        return ["env", f"TMPDIR={self.folder / TEMPORARY}", program, *places, *words]

    def buildah(self, *words: str, log: Path | None = None) -> str:
        """What buildah prints; raises CommandFailed. With `log`, everything goes into that file instead."""
        return output_of(self.words(*words), log=log)

    def has(self, image: str) -> bool:
        """Whether the image is in the storage."""
        return subprocess.run(self.words("inspect", "--type", "image", image), capture_output=True).returncode == 0

    def settings_of(self, image: str) -> dict[str, Any]:
        """The configuration that the image carries: User, Cmd, Env, Volumes."""
        return dict(json.loads(self.buildah("inspect", "--type", "image", image))["OCIv1"]["config"])

    def size_of(self, image: str) -> int:
        """Bytes of the image's layers."""
        (found,) = json.loads(output_of(self.words("image", "inspect", image, program="podman")))
        return int(found["Size"])

    def empty(self) -> None:
        """Nothing is left of this run or of one that was killed: containers, images without a name, scratch."""
        (self.folder / TEMPORARY).mkdir(exist_ok=True)
        self.buildah("rm", "--all")
        self.buildah("rmi", "--prune")
        shutil.rmtree(self.folder / TEMPORARY, ignore_errors=True)
        (self.folder / TEMPORARY).mkdir()


def output_of(
    words: Sequence[str],
    *,
    given: bytes = b"",
    log: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    """What the command prints; raises CommandFailed with the last of it where it ends badly."""
    with contextlib.ExitStack() as stack:
        err = subprocess.STDOUT if log else subprocess.PIPE
        out = stack.enter_context(log.open("ab")) if log else subprocess.PIPE
        done = subprocess.run(words, input=given, stdout=out, stderr=err, env=environment, check=False)
    if done.returncode:
        output = log.read_text(errors="replace") if log else (done.stdout + done.stderr).decode(errors="replace")
        raise CommandFailed(
            f"{' '.join(words[:1])} … {' '.join(words[-4:])} ended with {done.returncode}:\n{output[-3000:]}"
        )
    return "" if log else done.stdout.decode()


@dataclass(slots=True)
class Container:
    """One container of the image; `environment` and `mounts` are those of its service."""

    store: Store
    name: str
    environment: Mapping[str, str]
    mounts: Sequence[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    _before: Files = field(default_factory=dict)

    def make(self, image: str) -> None:
        """Make it, and remember what its file system holds.

        The image's own volumes are taken off: buildah mounts them now and then over what is mounted there.
        """
        self.store.buildah("from", "--pull-never", "--name", self.name, image)
        for volume in self.store.settings_of(image).get("Volumes") or ():
            self.store.buildah("config", f"--volume={volume}-", self.name)
        self._before = files_below(self.root())

    def root(self) -> Path:
        """Where its file system lies."""
        return Path(self.store.buildah("mount", self.name).strip())

    def words(self, command: Sequence[str]) -> list[str]:
        """The command inside, as the image's own user and without capabilities."""
        given = [f"--env={name}={value}" for name, value in self.environment.items()]
        return self.store.words(
            *RUN, *given, *(f"--volume={mount}" for mount in self.mounts), self.name, "--", *command
        )

    def start(self, command: Sequence[str]) -> None:
        """Begin the service's process."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.words(command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )

    def finish(self, command: Sequence[str], within_s: float) -> None:
        """Run the service's process to its end; raises CommandFailed where it ends badly or not at all."""
        self.start(command)
        assert self.process is not None
        try:
            code = self.process.wait(within_s)
        except subprocess.TimeoutExpired:
            code = -1
        if code:
            raise CommandFailed(f"{self.name} ended with {code}:\n{self.log.read_text(errors='replace')[-3000:]}")

    def run(self, *command: str, given: bytes = b"") -> str:
        """What another command prints beside the running process, as `docker compose exec` does; raises CommandFailed.

        It enters what the process sees, which takes a hundredth of the time of another `buildah run`.
        """
        pid = next(iter(self.pids()), None)
        if pid is None:
            raise CommandFailed(f"{self.name} has no process (yet)")
        ids = [f"--setuid={uid_of(pid)}", f"--setgid={uid_of(pid, 'Gid')}"]
        words = [NSENTER, f"--target={pid}", "--mount", "--root", "--wd", *ids, "--", *command]
        return output_of(words, given=given, environment=environment_of(pid))

    def pids(self) -> list[int]:
        """The service's own processes, without buildah's."""
        assert self.process is not None
        return [pid for pid in family(self.process.pid) if not program_of(pid).startswith("buildah")]

    def stop(self) -> None:
        """End the process in order, then at once; all that it started goes with it."""
        if self.process is None:
            return
        pids, process, self.process = family(self.process.pid), self.process, None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(AssertionError):
            wait_until(f"the end of {self.name}", lambda: not any(is_alive(pid) for pid in pids), within_s=20)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def remove(self) -> None:
        """Neither process nor files are left."""
        self.stop()
        with contextlib.suppress(CommandFailed):
            self.store.buildah("rm", self.name)

    def written(self) -> list[str]:
        """Paths that were made, changed or removed since the container was made; volumes and /tmp are left out."""
        mounted = {mount.split(":")[1] for mount in self.mounts}
        return [path for path in changed(self._before, files_below(self.root())) if path not in mounted]


def family(pid: int) -> list[int]:
    """A process and all that it started, itself first; children of each of its threads, as buildah has many."""
    try:
        words = [task.read_text().split() for task in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []
    return [pid, *(grandchild for children in words for child in children for grandchild in family(int(child)))]


def program_of(pid: int) -> str:
    """The name under which the process runs; empty if it is gone."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return Path(words[0].decode(errors="replace")).name


def is_alive(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def status_of(pid: int) -> dict[str, str]:
    """The lines of /proc/PID/status."""
    return dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())


def rights_of(pid: int) -> tuple[set[int], int]:
    """The user ids of a process, and its effective capabilities."""
    lines = status_of(pid)
    return {int(word) for word in lines["Uid"].split()}, int(lines["CapEff"], 16)


def uid_of(pid: int, kind: str = "Uid") -> int:
    """The effective user id of a process, or its group's with `Gid`."""
    return int(status_of(pid)[kind].split()[1])


def environment_of(pid: int) -> dict[str, str]:
    """With which variables the process was started."""
    entries = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
    return dict(entry.split("=", 1) for entry in entries if "=" in entry)


def mounts_of(pid: int) -> dict[str, str]:
    """Which folder of its file system the process sees at each place where something is mounted."""
    lines = (line.split() for line in Path(f"/proc/{pid}/mountinfo").read_text().splitlines())
    return {words[4]: words[3] for words in lines}


def files_below(root: Path) -> Files:
    """Mode, size and time of change of everything below, by its path from there."""
    found = {}
    for folder, names, files in os.walk(root):
        inside = "/" + str(Path(folder).relative_to(root)).removeprefix(".")
        names[:] = [name for name in names if f"{inside.rstrip('/')}/{name}" not in NOT_OF_THE_IMAGE]
        for name in (*names, *files):
            state = (Path(folder) / name).lstat()
            found[f"{inside.rstrip('/')}/{name}"] = (state.st_mode, state.st_size, state.st_mtime_ns)
    return found


def changed(before: Files, after: Files) -> list[str]:
    """The paths that differ, without those that the runtime itself mounts."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
                  and path not in RUNTIMES_OWN)  # fmt: skip


@contextlib.contextmanager
def folder_of_our_own(path: Path) -> Iterator[Path]:
    """The folder, which goes at the end."""
    path.mkdir(parents=True)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)

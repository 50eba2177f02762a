"""An S3-compatible server that verifies signatures: OpenStack Swift with s3api, on loopback, for one test session.

Four small processes (proxy, account, container, object); objects live in memory, listings in a temporary folder.
Needs Debian's python3-swift; no root, no extended attributes, no memcached.
"""

from __future__ import annotations

import getpass
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config

from tests.rig.ports import free_port
from tests.servers.prepare import SYSTEM_PYTHON

APPS = {"account": "account", "container": "container", "object": "mem_object"}
CHILD = Path(__file__).with_name("s3_child.py")
REGION = "eu-central-1"
START_WITHIN_S = 30.0

SWIFT_CONF = """
[swift-hash]
swift_hash_path_suffix = {secret}

[storage-policy:0]
name = memory
default = yes
"""

SERVER_CONF = """
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
user = {user}
workers = 0
swift_dir = {folder}
devices = {folder}
mount_check = false
fallocate_reserve = 0
log_level = WARNING
"""

STORAGE_CONF = """
[pipeline:main]
pipeline = {kind}-server

[app:{kind}-server]
use = egg:swift#{app}
"""

PROXY_CONF = """
[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:cache]
paste.filter_app_factory = s3_child:cache_filter

[filter:s3api]
use = egg:swift#s3api
location = {region}

[filter:tempauth]
use = egg:swift#tempauth
user_tests_clips = {secret} .admin

[filter:bulk]
use = egg:swift#bulk

[filter:slo]
use = egg:swift#slo
"""

RING_SCRIPT = """
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(sys.argv[2::2], sys.argv[3::2]):
    builder = RingBuilder(1, 1, 1)
    builder.add_dev(dict(id=0, region=1, zone=1, ip="127.0.0.1", port=int(port), device="disk", weight=1.0))
    builder.rebalance()
    builder.get_ring().save(f"{sys.argv[1]}/{kind}.ring.gz")
"""


@dataclass(frozen=True, slots=True)
class S3Server:
    """Where the server answers, with what credentials, and an empty private bucket on it."""

    endpoint: str
    access_key: str
    secret_key: str
    region: str
    bucket: str

    def client(self) -> Any:
        """A client with the right credentials, whatever the environment says."""
        return boto3.client(
            "s3",
            endpoint_url=self.endpoint,
            region_name=self.region,
            aws_access_key_id=self.access_key,
            aws_secret_access_key=self.secret_key,
            config=Config(signature_version="s3v4", s3={"addressing_style": "path"}),
        )

    def read(self, name: str) -> bytes:
        """The bytes that the bucket holds under `name`."""
        body: bytes = self.client().get_object(Bucket=self.bucket, Key=name)["Body"].read()
        return body

    def names(self) -> set[str]:
        """What the bucket holds."""
        listing = self.client().list_objects_v2(Bucket=self.bucket)
        return {entry["Key"] for entry in listing.get("Contents", [])}

    def make_bucket(self) -> None:
        """The bucket, which nobody reads without a signature."""
        where = {"LocationConstraint": self.region}
        self.client().create_bucket(Bucket=self.bucket, CreateBucketConfiguration=where)


@contextmanager
def s3_server() -> Iterator[S3Server]:
    """A server with one bucket; stopped and reaped, its folder gone, at the end."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="reelevance-s3-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        ports = {kind: free_port() for kind in (*APPS, "proxy")}
        server = S3Server(
            endpoint=f"http://127.0.0.1:{ports['proxy']}",
            access_key="tests:clips",
            secret_key=secrets.token_hex(16),
            region=REGION,
            bucket=f"clips-{secrets.token_hex(4)}",
        )
        prepare_folder(folder, ports, server.secret_key)
        processes = {}
        for kind in ports:
            processes[kind] = start(folder, kind)
            stack.callback(stop, processes[kind])
        for kind, port in ports.items():
            wait_for_answer(f"http://127.0.0.1:{port}/", processes[kind], folder / f"{kind}.log")
        server.make_bucket()
        yield server


def prepare_folder(folder: Path, ports: dict[str, int], secret: str) -> None:
    """The settings, the rings (one partition on one device each) and the device."""
    (folder / "disk").mkdir()
    (folder / "swift.conf").write_text(SWIFT_CONF.format(secret=secrets.token_hex(16)))
    for kind, port in ports.items():
        head = SERVER_CONF.format(port=port, user=getpass.getuser(), folder=folder)
        if kind in APPS:
            own = STORAGE_CONF.format(kind=kind, app=APPS[kind])
        else:
            own = PROXY_CONF.format(region=REGION, secret=secret)
        (folder / f"{kind}.conf").write_text(head + own)
    words = [word for kind in APPS for word in (kind, str(ports[kind]))]
    subprocess.run(
        [SYSTEM_PYTHON, "-W", "ignore", "-c", RING_SCRIPT, str(folder), *words], check=True, env=plain_environment()
    )


def start(folder: Path, kind: str) -> subprocess.Popen[bytes]:
    """The server's process, in a group of its own, writing to a log in the folder."""
    with (folder / f"{kind}.log").open("wb") as log:
        return subprocess.Popen(
            [SYSTEM_PYTHON, "-B", str(CHILD), str(folder), kind],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=plain_environment(),
            start_new_session=True,
        )


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever it started, and reap it."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def plain_environment() -> dict[str, str]:
    """Enough for the system's own Python, and nothing of the project's."""
    return {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


def wait_for_answer(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until the server answers, be it with an error; with its log where it does not."""
    deadline = time.monotonic() + START_WITHIN_S
    while process.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"the S3 server does not answer at {url}:\n{log.read_text(errors='replace')}")

"""Debian's nginx with a template of deploy/, on ports and in a folder of our own, with a certificate of its own."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.images.containers import output_of
from tests.rig.ports import answers, wait_until
from tests.rig.web import die_with_parent, end

BLANK = re.compile(r"\$\{(REELEVANCE_\w+)\}")
LISTEN = re.compile(r"(?P<word>\blisten\s+)(?:[^\s;:\[\]]+:)?(?P<port>\d+)(?=[\s;])")
LOGS = "/var/log/nginx"
AROUND = """\
daemon off;
user www-data;
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def rendered(template: str, blanks: Mapping[str, str]) -> str:
    """The template with its blanks filled, as envsubst does it; raises KeyError for one that is not given."""
    return BLANK.sub(lambda found: blanks[found[1]], template)


def moved(site: str, ports: Mapping[int, int], folder: Path) -> str:
    """The same site on other ports of loopback, with its logs in the folder; raises KeyError for a port left out."""
    site = LISTEN.sub(lambda found: f"{found['word']}127.0.0.1:{ports[int(found['port'])]}", site)
    return site.replace(LOGS, str(folder))


def make_certificate(folder: Path, host: str) -> None:
    """`fullchain.pem` and `privkey.pem` of a certificate that only we trust."""
    output_of([
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={host}",
        "-addext", f"subjectAltName=DNS:{host}", "-keyout", str(folder / "privkey.pem"),
        "-out", str(folder / "fullchain.pem"),
    ])  # fmt: skip


def configure(folder: Path, site: str) -> list[str]:
    """Write the configuration; the command that serves it. Raises CommandFailed where nginx refuses the site."""
    folder.mkdir(mode=0o755)
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder))
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    output_of([*command, "-t", "-q"])
    return command


@contextmanager
def nginx(folder: Path, site: str, ports: Mapping[int, int]) -> Iterator[Path]:
    """A running nginx with that site on those ports; yields the folder of its logs."""
    process = subprocess.Popen(configure(folder, site), start_new_session=True, preexec_fn=die_with_parent)
    try:
        for port in ports.values():
            wait_until(f"nginx on port {port}", lambda port=port: answers(port))
        yield folder
    finally:
        end(process)

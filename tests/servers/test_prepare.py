"""What `make test` does first, without installing anything."""

from __future__ import annotations

import subprocess

import pytest

from tests.servers.prepare import (
    Need,
    Unprepared,
    chromium_need,
    chromium_path,
    clusters,
    firefox_need,
    firefox_problem,
    nginx_kept_from_starting,
    on_loopback,
    place,
    prepare,
    trust_loopback,
)


class Machine:
    """A machine with one thing that is `absent`, `stopped`, `broken` or `ready`; remembers what was done."""

    def __init__(self, state: str, *, optional: bool = False) -> None:
        self.state = state
        self.lines: list[str] = []
        self.need = Need(
            "Thing",
            ("thing", "more-things"),
            lambda: "" if self.state == "ready" else "does not answer",
            lambda: self.state != "absent",
            "set THING",
            self.start,
            optional,
        )

    def install(self, packages: list[str]) -> None:
        self.lines.append(f"apt {packages}")
        self.state = "stopped"

    def start(self, fresh: bool) -> None:
        self.lines.append(f"start {fresh}")
        if self.state == "stopped":
            self.state = "ready"

    def prepare(self) -> list[str]:
        prepare([self.need], install=self.install, say=self.lines.append)
        return self.lines


def test_what_is_ready_is_left_alone():
    assert Machine("ready").prepare() == ["prepare: Thing: ready"]


def test_what_is_stopped_is_started():
    assert Machine("stopped").prepare() == ["start False", "prepare: Thing: started"]


def test_what_is_missing_is_installed_and_started():
    assert Machine("absent").prepare() == [
        "prepare: installing thing, more-things (once, a minute or two)",
        "apt ['thing', 'more-things']",
        "start True",
        "prepare: Thing: installed",
    ]


def test_what_stays_broken_stops_with_one_line(monkeypatch):
    monkeypatch.setattr("tests.servers.prepare.ANSWERS_WITHIN_S", 0.1)
    with pytest.raises(Unprepared) as stopped:
        Machine("broken").prepare()

    assert str(stopped.value) == "prepare: Thing does not answer; put that right or set THING"


def test_what_is_optional_is_installed_where_it_can_be():
    assert Machine("absent", optional=True).prepare()[-1] == "prepare: Thing: installed"


def test_an_optional_package_that_is_unavailable_stops_nothing_and_is_reported_in_one_line():
    machine = Machine("absent", optional=True)

    def install(packages: list[str]) -> None:
        raise Unprepared(f"missing; as root: apt-get install {' '.join(packages)}")

    other = Machine("stopped")
    prepare([machine.need, other.need], install=install, say=other.lines.append)

    assert other.lines == [
        "start False",
        "prepare: Thing: started",
        "prepare: installing thing, more-things (once, a minute or two)",
        "prepare: Thing: its tests are not run: missing; as root: apt-get install thing more-things; or set THING",
    ]


def test_firefox_is_looked_for_on_the_path_and_must_be_drivable(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert firefox_problem("") == "is not there"
    assert firefox_problem(str(tmp_path / "firefox")) == "is not there"
    program = tmp_path / "firefox"
    program.write_text("#!/bin/sh\nexec /snap/bin/firefox\n")
    program.chmod(0o755)
    assert firefox_problem("") == "is a snap, which reads no profile of a test"
    assert firefox_problem(str(program)) == ""
    program.write_text("#!/bin/sh\n")
    monkeypatch.setattr("tests.servers.prepare.find_library", lambda name: None)
    assert firefox_problem("") == "plays no MP4 without libavcodec"
    monkeypatch.setattr("tests.servers.prepare.find_library", lambda name: f"lib{name}.so.1")
    assert firefox_problem("") == ""


def test_the_chromium_that_is_named_is_driven_or_else_the_cheapest_on_the_path(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    named = tmp_path / "mine"
    assert [chromium_path(""), chromium_path(str(named))] == [None, None]
    assert [chromium_need("").problem(), chromium_need("").installed()] == ["is not there", False]
    assert [chromium_need(str(named)).problem(), chromium_need(str(named)).installed()] == ["is not there", True]
    for name in ("mine", "chromium", "chromium-headless-shell"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    assert chromium_path("") == str(tmp_path / "chromium-headless-shell")
    assert chromium_path(str(named)) == str(named)
    assert chromium_need("").problem() == ""


@pytest.mark.parametrize(("system", "package"), [("debian", "chromium-headless-shell"), ("ubuntu", "chromium")])
def test_chromium_is_installed_from_the_package_that_the_system_has(monkeypatch, system, package):
    monkeypatch.setattr("tests.servers.prepare.os_id", lambda: system)
    assert chromium_need("").packages == (package, "fonts-dejavu-core")


def test_firefox_that_a_developer_names_is_no_option():
    assert [firefox_need("").optional, firefox_need("/path/to/firefox").optional] == [True, False]


def test_a_password_is_not_printed():
    assert place("postgres://role:secret@db.example.org:6000") == "db.example.org:6000"
    assert place("redis://:secret@db.example.org/1") == "db.example.org"


def test_only_this_machines_services_are_started():
    assert on_loopback("redis://127.0.0.1:6379/9")
    assert on_loopback("postgres://postgres@localhost")
    assert not on_loopback("postgres://postgres@db.example.org")


def test_clusters_are_read_from_their_listing():
    listing = (
        "15  main  5432 online           postgres /var/lib/postgresql/15/main /var/log/a.log\n"
        "16  other 5433 down,binaries_missing <unknown> /var/lib/postgresql/16/other /var/log/b.log\n"
    )

    assert clusters(listing) == [("15", "main", 5432, "online"), ("16", "other", 5433, "down,binaries_missing")]


def test_only_loopback_by_tcp_is_trusted(tmp_path):
    hba = tmp_path / "pg_hba.conf"
    hba.write_text(
        "# host all all 127.0.0.1/32 scram-sha-256\n"
        "local   all   all                 peer\n"
        "host    all   all   127.0.0.1/32  scram-sha-256\n"
        "host    all   all   ::1/128       md5\n"
        "host    all   all   10.0.0.0/8    scram-sha-256\n"
    )

    trust_loopback(hba)

    assert hba.read_text() == (
        "# host all all 127.0.0.1/32 scram-sha-256\n"
        "local   all   all                 peer\n"
        "host    all   all   127.0.0.1/32  trust\n"
        "host    all   all   ::1/128       trust\n"
        "host    all   all   10.0.0.0/8    scram-sha-256\n"
    )


def test_nginx_alone_is_not_started_where_it_is_installed(tmp_path):
    policy = tmp_path / "policy-rc.d"
    asked = (["nginx", "start"], ["nginx.service", "restart"], ["postgresql", "start"], ["redis-server", "start"])

    with nginx_kept_from_starting(policy):
        answers = [subprocess.run([policy, *words], check=False).returncode for words in asked]

    assert answers == [101, 101, 0, 0]
    assert not policy.exists()


def test_what_the_machine_says_of_services_is_left_as_it_is(tmp_path):
    policy = tmp_path / "policy-rc.d"
    policy.write_text("exit 101\n")

    with nginx_kept_from_starting(policy):
        assert policy.read_text() == "exit 101\n"

    assert policy.read_text() == "exit 101\n"

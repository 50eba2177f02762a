"""What `make check-images` reads and compares, without building anything."""

from __future__ import annotations

import os

import pytest

from config.environment import BASE_DIR
from moments.corpus.files.moment_file import read_moments
from tests.images.base import Base, base_of
from tests.images.campaign import MOMENTS_EACH, VIDEOS, moments_file
from tests.images.compose import created, order_breaches, write_env_file
from tests.images.containers import changed, files_below, rights_of
from tests.images.needs import UNFIT, no_service_starts, require_debian_as_root
from tests.images.services import at_port, command_of_check


def test_the_base_is_named_as_the_dockerfile_names_it():
    assert base_of("# begin\nFROM python:3.11.14-slim-bookworm\nRUN true\n") == Base(
        "docker.io/library/python:3.11.14-slim-bookworm", "3.11", "bookworm"
    )
    assert base_of((BASE_DIR / "Dockerfile").read_text()).version == "3.11"


@pytest.mark.parametrize("text", ["FROM python:3.11-alpine\n", "FROM a\nFROM b\n", ""])
def test_a_base_that_debian_cannot_stand_in_for_is_refused(text):
    with pytest.raises(ValueError, match="python:…-slim-SUITE"):
        base_of(text)


def test_files_that_a_container_wrote_are_listed_by_path_and_its_volume_is_left_out(tmp_path):
    (tmp_path / "app" / "var").mkdir(parents=True)
    (tmp_path / "app" / "code.py").write_text("1")
    (tmp_path / "tmp").mkdir()
    (tmp_path / "srv").mkdir()
    before = files_below(tmp_path)
    (tmp_path / "app" / "var" / "clip").write_text("bytes")
    (tmp_path / "app" / "code.py").write_text("12")
    (tmp_path / "tmp" / "upload").write_text("")
    (tmp_path / "srv" / "kept").write_text("")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "hosts").write_text("")

    assert changed(before, files_below(tmp_path)) == ["/app/code.py", "/srv", "/srv/kept"]


def test_the_rights_of_a_process_are_read():
    ids, _ = rights_of(os.getpid())
    assert ids == {os.getuid()}


def test_a_dry_run_tells_the_order_of_containers():
    log = (
        "INFO:podman_compose:podman create --name=reelevance-check_postgres_1 --pod=p\n"
        "INFO:podman_compose:podman create --name=reelevance-check_worker-cut_1 --requires=r\n"
        "INFO:podman_compose:podman volume create reelevance-check_files\n"
    )
    assert created(log) == ["postgres", "worker-cut"]


def test_services_wait_for_those_that_they_depend_on():
    services = {
        "web": {"depends_on": {"postgres": {}}},
        "postgres": {},
        "redis": {},
        "storage": {"profiles": ["s3"]},
    }
    assert order_breaches(services, ["postgres", "redis", "web"]) == []
    assert order_breaches(services, ["web", "postgres"]) == ["redis is not created", "web is created before postgres"]


def test_commands_of_the_image_go_to_a_port_that_is_free():
    assert at_port(["gunicorn", "--bind", "0.0.0.0:8000"], 9001) == ["gunicorn", "--bind", "127.0.0.1:9001"]
    assert at_port(command_of_check(["CMD", "python", "deploy/healthy.py"]), 9001) == [
        "python", "deploy/healthy.py", "http://127.0.0.1:9001/healthz"
    ]  # fmt: skip
    assert at_port(command_of_check(["CMD-SHELL", "celery inspect ping -d rank@$HOSTNAME"]), 9001) == [
        "sh", "-c", "celery inspect ping -d rank@$HOSTNAME"
    ]  # fmt: skip


def test_without_root_one_line_says_what_is_needed(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit) as stopped:
        require_debian_as_root()
    assert (str(stopped.value).splitlines(), "as root" in str(stopped.value)) == ([UNFIT], True)


def test_services_are_kept_from_starting_while_packages_are_installed(tmp_path):
    policy = tmp_path / "policy-rc.d"
    with no_service_starts(policy):
        assert (policy.read_text(), policy.stat().st_mode & 0o111) == ("#!/bin/sh\nexit 101\n", 0o111)
    assert not policy.exists()


def test_a_policy_of_the_machine_stays(tmp_path):
    policy = tmp_path / "policy-rc.d"
    policy.write_text("its own")
    with no_service_starts(policy):
        assert policy.read_text() == "its own"
    assert policy.read_text() == "its own"


def test_the_walks_moments_can_be_imported(tmp_path):
    path = tmp_path / "moments.jsonl"
    path.write_bytes(moments_file())
    rows = read_moments(path)
    assert (len(rows), len({row.description for row in rows})) == (VIDEOS * MOMENTS_EACH, VIDEOS * MOMENTS_EACH)


def test_the_settings_for_compose_are_written_for_their_owner_alone(tmp_path):
    path = tmp_path / "env"
    write_env_file(path, tmp_path)
    lines = dict(line.split("=", 1) for line in path.read_text().splitlines())

    assert sorted(lines) == ["ALLOWED_HOSTS", "POSTGRES_PASSWORD", "SECRET_KEY", "TLS_DIR"]
    assert path.stat().st_mode & 0o777 == 0o600

"""The files of team mode hang together: services, secrets, settings, commands, and the page about them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.apps import apps
from django.conf import settings
from django.core.management import get_commands
from django.urls import reverse

from config.celery import app as celery_app
from config.environment import BASE_DIR, read_environment
from config.variables import WrongSetting

COMPOSE = BASE_DIR / "docker-compose.yml"
CONDITIONS = ("service_started", "service_healthy", "service_completed_successfully")
GIVEN = {
    "POSTGRES_PASSWORD": "letters0and1digits2",
    "SECRET_KEY": "k3j5h2g8f7" * 5,
    "ALLOWED_HOSTS": "labels.example.org",
    "TLS_DIR": "./tls",
}
NEVER_IN_TEAM_MODE = {"REELEVANCE_DEBUG"}
VARIABLE = re.compile(r"\$(?:\$|\{(?P<name>\w+)(?P<kind>:[?-])?(?P<rest>[^}]*)\})")


class Missing(Exception):
    """A variable that compose demands."""


def filled(value: Any, given: dict[str, str]) -> Any:
    """The value as compose fills it: `${A:?}` is demanded, `${A:-b}` has a default, `$$` is a dollar."""
    if isinstance(value, dict):
        return {key: filled(item, given) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, given) for item in value]
    if not isinstance(value, str):
        return value

    def replacement(match: re.Match[str]) -> str:
        name, kind = match["name"], match["kind"]
        if name is None:
            return "$"
        if not given.get(name) and kind == ":?":
            raise Missing(name)
        return given.get(name) or (match["rest"] if kind == ":-" else "")

    return VARIABLE.sub(replacement, value)


def read(given: dict[str, str]) -> dict[str, Any]:
    return filled(yaml.safe_load(COMPOSE.read_text()), given)


@pytest.fixture(scope="module")
def raw() -> dict[str, Any]:
    return yaml.safe_load(COMPOSE.read_text())


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return read(GIVEN)["services"]


def of_the_platform(services: dict[str, Any]) -> dict[str, Any]:
    """The services that run the platform's own image."""
    return {name: service for name, service in services.items() if "build" in service}


def names_in_environment_module() -> set[str]:
    """Every variable that config/environment.py and what it asks read."""
    ours = ("environment", "clip_storage", "language_model")
    modules = (*(f"config/{name}.py" for name in ours), "consensus/digests/mail_setting.py")
    source = "".join((BASE_DIR / module).read_text() for module in modules)
    return set(re.findall(r'\benv(?:\.get\(|, )"([A-Z][A-Z_]+)"', source))


def words_of(command: Any) -> list[str]:
    return command if isinstance(command, list) else str(command).split()


def command_of(service: dict[str, Any]) -> list[str]:
    """The service's command, or else that of the image."""
    if "command" in service:
        return words_of(service["command"])
    return yaml.safe_load(dockerfile().rsplit("\nCMD ", 1)[1])


def dockerfile() -> str:
    return (BASE_DIR / "Dockerfile").read_text().replace("\\\n", " ")


def test_team_mode_has_its_services(services):
    workers = {"worker-settle", "worker-rank", "worker-cut"}
    plain = {name for name, service in services.items() if "profiles" not in service}
    assert plain == {"nginx", "web", *workers, "beat", "migrate", "postgres", "redis"}
    assert set(services) - plain == {"storage", "storage-proxy"}
    assert set(of_the_platform(services)) == {"web", *workers, "beat", "migrate"}


def test_every_service_has_an_image_of_a_stated_version_or_is_built(services):
    for name, service in services.items():
        assert "build" in service or re.fullmatch(r"[\w/.-]+:[\w.-]*\d[\w.-]*", service["image"]), name


def test_every_service_is_checked_or_waits_for_one_that_is(services):
    for name, service in services.items():
        waits = service.get("depends_on", {})
        assert "healthcheck" in service or waits, name
        for other, how in waits.items():
            assert how["condition"] in CONDITIONS
            assert how["condition"] != "service_healthy" or "healthcheck" in services[other], (name, other)
            assert how["condition"] != CONDITIONS[2] or services[other]["restart"] == "no", (name, other)


def test_health_checks_have_a_command_and_a_time_limit(services):
    for name, service in services.items():
        if check := service.get("healthcheck"):
            assert check["test"][0] in ("CMD", "CMD-SHELL"), name
            assert {"interval", "timeout"} <= set(check), name


def test_networks_and_volumes_are_declared_and_files_are_there(services, raw):
    for name, service in services.items():
        assert set(service["networks"]) <= set(raw["networks"]), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./deploy"):
                assert (BASE_DIR / source).is_file()
            else:
                assert source in raw["volumes"] or source == GIVEN["TLS_DIR"], (name, source)


def test_only_the_proxy_is_reachable_from_outside(services, raw):
    assert [name for name, service in services.items() if "ports" in service] == ["nginx", "storage-proxy"]
    assert raw["networks"]["stores"] == {"internal": True}
    for name in ("postgres", "redis"):
        assert services[name]["networks"] == ["stores"]


def test_the_platform_runs_without_privileges(services):
    for name, service in of_the_platform(services).items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    user = re.findall(r"^USER (\S+)", dockerfile(), re.MULTILINE)
    assert user == ["reelevance"]


@pytest.mark.parametrize("name", sorted(GIVEN))
def test_what_has_no_default_is_demanded(name):
    with pytest.raises(Missing, match=name):
        read({key: value for key, value in GIVEN.items() if key != name})


def test_no_secret_is_written_down(raw):
    for service in raw["services"].values():
        for name, value in service.get("environment", {}).items():
            if re.search("PASSWORD|SECRET|KEY|TOKEN", name):
                assert re.fullmatch(r"\$\{\w+(:\?[^}]*|:-)\}", value), name
            if "://" in str(value):
                assert not re.search(r"://[^/@$]*:[^$@/][^@]*@", value), name


def test_every_setting_of_the_platform_is_passed(services):
    for name, service in of_the_platform(services).items():
        assert names_in_environment_module() - set(service["environment"]) == NEVER_IN_TEAM_MODE, name


def test_the_settings_passed_are_those_of_team_mode(services):
    for service in of_the_platform(services).values():
        env = read_environment(service["environment"])
        assert not env.embedded
        assert (env.https, env.proxies, env.debug, env.hosts) == (True, 1, False, ("labels.example.org",))
        assert (env.database["HOST"], env.database["PASSWORD"]) == ("postgres", GIVEN["POSTGRES_PASSWORD"])
        assert env.clips.folder == Path("/app/var/clips")
        assert service["volumes"] == ["files:/app/var"]
        assert env.static_dir == Path("/app/static-files")  # of the image, not of the volume over its folder


@pytest.mark.parametrize("name", ["REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS"])
def test_what_team_mode_requires_stops_the_start_where_it_is_empty(services, name):
    with pytest.raises(WrongSetting, match=name):
        read_environment({**services["web"]["environment"], name: ""})


def test_clips_may_lie_in_a_bucket():
    storage = "s3://clips?endpoint=https://s3.example.org&region=eu"
    services = read({**GIVEN, "CLIP_STORAGE": storage, "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "kept"})
    for service in of_the_platform(services["services"]).values():
        env = service["environment"]
        assert read_environment(env).clips.bucket == "clips"
        assert (env["AWS_ACCESS_KEY_ID"], env["AWS_SECRET_ACCESS_KEY"]) == ("key", "kept")


def test_the_commands_are_there(services):
    commands = {name: command_of(service) for name, service in of_the_platform(services).items()}

    assert commands["migrate"][:2] == ["python", "manage.py"]
    assert commands["migrate"][2] in get_commands()
    assert commands["web"][:2] == ["gunicorn", settings.WSGI_APPLICATION.replace(".application", ":application")]
    for name in ("worker-settle", "worker-rank", "worker-cut"):
        assert commands[name][:4] == ["celery", "-A", "config", "worker"]
    assert commands["beat"][:4] == ["celery", "-A", "config", "beat"]


def test_every_queue_has_a_worker_of_its_own_whose_health_is_asked_by_name(services):
    queues = {route["queue"] for route in celery_app.conf.task_routes.values()} | {celery_app.conf.task_default_queue}
    workers = {
        name.removeprefix("worker-"): service for name, service in services.items() if name.startswith("worker-")
    }

    assert set(workers) == queues
    for queue, service in workers.items():
        words = command_of(service)
        assert (words[words.index("-Q") + 1], words[words.index("-n") + 1]) == (queue, f"{queue}@%h")
        assert service["healthcheck"]["test"][1].endswith(f" -d {queue}@$HOSTNAME")


def test_a_bucket_without_its_secrets_does_not_start(services):
    script = services["storage"]["command"][0]
    assert (
        script.splitlines()[0]
        == ': "${S3_KEY:?AWS_ACCESS_KEY_ID is needed}" "${S3_SECRET:?AWS_SECRET_ACCESS_KEY is needed}"'
    )
    stopped = subprocess.run(["sh", "-c", script], env={"PATH": "/usr/bin:/bin"}, capture_output=True, check=False)
    assert (stopped.returncode, b"AWS_ACCESS_KEY_ID is needed" in stopped.stderr) == (2, True)


def test_the_image_holds_the_whole_platform():
    copied = set(re.findall(r"^COPY (\S+)/ \S+/$", dockerfile(), re.MULTILINE))
    own = {Path(config.path).name for config in apps.get_app_configs() if Path(config.path).parent == BASE_DIR}

    assert copied == own | {"config", "evaluation", "templates", "static"}


def test_nothing_but_what_is_copied_leaves_the_checkout():
    lines = (BASE_DIR / ".dockerignore").read_text().splitlines()
    copied = [
        word.rstrip("/")
        for line in re.findall(r"^COPY (.+)$", dockerfile(), re.MULTILINE)
        for word in line.split()[:-1]
    ]

    assert [line for line in lines if not line.startswith(("#", "!"))] == ["*", "**/__pycache__"]
    assert sorted(line[1:] for line in lines if line.startswith("!")) == sorted(copied)


def test_the_image_is_pinned():
    assert "COPY requirements.txt constraints.txt ./" in dockerfile()
    assert "-c constraints.txt" in (BASE_DIR / "requirements.txt").read_text()


def test_the_proxys_blanks_are_filled(services):
    template = (BASE_DIR / "deploy" / "nginx.conf.template").read_text()

    assert set(re.findall(r"\$\{(\w+)\}", template)) <= set(services["nginx"]["environment"])
    host, port = services["nginx"]["environment"]["REELEVANCE_WEB"].split(":")
    assert host in services
    storage = (BASE_DIR / "deploy" / "nginx-s3.conf.template").read_text()
    assert set(re.findall(r"\$\{(\w+)\}", storage)) <= set(services["storage-proxy"]["environment"])
    words = command_of(services[host])
    assert words[words.index("--bind") + 1] == f"0.0.0.0:{port}"


def test_the_page_lists_every_setting_once_and_no_other():
    page = (BASE_DIR / "docs" / "deploy.md").read_text()
    table = page.split("## Settings", 1)[1].split("\n## ", 1)[0]

    rows = re.findall(r"^\| (`.+?`) \|", table, re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(names_in_environment_module())


def test_the_proxy_logs_no_secret_links():
    template = (BASE_DIR / "deploy" / "nginx.conf.template").read_text()
    unlogged = re.search(r"map \$request_uri \$reelevance_logged \{\s+~(\S+) 0;\s+default 1;", template).group(1)
    secret = [reverse(name, args=["a-secret"]) for name in ("join", "reset")]
    assert [bool(re.match(unlogged, path)) for path in (*secret, "/c/films/people/")] == [True, True, False]
    assert template.count("\nserver {") == template.count("combined if=$reelevance_logged;") == 2

"""Reads the settings from the environment once, checks them, and names the variable that is wrong."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
WELL_KNOWN_SECRETS = ("changeme", "change-me", "secret", "insecure", "default", "example")
SHORTEST_SECRET = 40


class WrongSetting(SystemExit):
    """A setting that cannot be used; stops the start with one line that names it."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"reelevance: {name}: {problem}")


@dataclass(frozen=True, slots=True)
class ClipStorage:
    """Where clips lie: a folder (`file:///path`) or a bucket (`s3://bucket?endpoint=…&region=…`)."""

    folder: Path | None
    bucket: str = ""
    endpoint: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class Environment:
    """Everything that the environment decides."""

    data_dir: Path
    database: dict[str, Any]
    redis_url: str
    clips: ClipStorage
    secret_key: str
    hosts: tuple[str, ...]
    trusted_origins: tuple[str, ...]
    https: bool
    debug: bool
    sweep_interval_s: float
    proxies: int

    @property
    def embedded(self) -> bool:
        """SQLite and files, no broker (design: embedded mode)."""
        return str(self.database["ENGINE"]).endswith("sqlite3")


def read_environment(env: Mapping[str, str]) -> Environment:
    """The settings that `env` gives; exits with one line naming the variable that is wrong."""
    data_dir = Path(env.get("REELEVANCE_DATA_DIR") or BASE_DIR / "var").absolute()
    database = _database(env, data_dir)
    embedded = database["ENGINE"].endswith("sqlite3")
    return Environment(
        data_dir=data_dir,
        database=database,
        redis_url=_redis_url(env, embedded),
        clips=_clip_storage(env, data_dir),
        secret_key=_secret_key(env, data_dir, embedded),
        hosts=_hosts(env, embedded),
        trusted_origins=_trusted_origins(env),
        https=_boolean(env, "REELEVANCE_HTTPS", default=not embedded),
        debug=_boolean(env, "REELEVANCE_DEBUG", default=False),
        sweep_interval_s=_seconds(env, "REELEVANCE_SWEEP_INTERVAL_S", 5.0, least=0.2, most=3600.0),
        proxies=int(_seconds(env, "REELEVANCE_PROXIES", 0.0, least=0, most=10)),
    )


def _database(env: Mapping[str, str], data_dir: Path) -> dict[str, Any]:
    url = env.get("DATABASE_URL") or f"sqlite:///{data_dir / 'reelevance.sqlite3'}"
    try:
        config: dict[str, Any] = dict(environ.Env.db_url_config(url))
    except Exception as error:
        raise WrongSetting("DATABASE_URL", f"not a database URL ({error})") from error
    engine = str(config.get("ENGINE", ""))
    if engine.endswith("sqlite3"):
        config["TEST"] = {"NAME": str(data_dir / "test.sqlite3")}
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 30,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536;",
        }
    elif engine.endswith("postgresql"):
        config["CONN_MAX_AGE"] = 60
        config["CONN_HEALTH_CHECKS"] = True
    else:
        raise WrongSetting("DATABASE_URL", "expected postgres://… or sqlite:///…")
    if not config.get("NAME"):
        raise WrongSetting("DATABASE_URL", "names no database")
    return config


def _redis_url(env: Mapping[str, str], embedded: bool) -> str:
    url = env.get("REDIS_URL", "")
    if not url and not embedded:
        raise WrongSetting("REDIS_URL", "needed with PostgreSQL, for example redis://localhost:6379/0")
    if url and urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        raise WrongSetting("REDIS_URL", "expected redis://…, rediss://… or unix://…")
    return url


def _clip_storage(env: Mapping[str, str], data_dir: Path) -> ClipStorage:
    url = env.get("CLIP_STORAGE") or f"file://{data_dir / 'clips'}"
    parts = urlsplit(url)
    if parts.scheme == "file" and not parts.netloc and parts.path.startswith("/"):
        return ClipStorage(folder=Path(parts.path))
    if parts.scheme == "s3" and parts.netloc:
        options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        unknown = set(options) - {"endpoint", "region"}
        if unknown:
            raise WrongSetting("CLIP_STORAGE", f"unknown option {sorted(unknown)[0]}")
        return ClipStorage(None, parts.netloc, options.get("endpoint", ""), options.get("region", ""))
    raise WrongSetting("CLIP_STORAGE", "expected file:///folder or s3://bucket?endpoint=…&region=…")


def _secret_key(env: Mapping[str, str], data_dir: Path, embedded: bool) -> str:
    key = env.get("SECRET_KEY", "")
    if not key and embedded:
        return _kept_secret(data_dir / "secret-key")
    if not key:
        raise WrongSetting("SECRET_KEY", f"needed with PostgreSQL: {SHORTEST_SECRET} random characters")
    if len(key) < SHORTEST_SECRET or any(word in key.lower() for word in WELL_KNOWN_SECRETS):
        raise WrongSetting("SECRET_KEY", f"too short or well known; use {SHORTEST_SECRET} random characters")
    return key


def _kept_secret(path: Path) -> str:
    """Embedded mode's own key, made at the first start and kept in a file that only its owner reads."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
        return path.read_text().strip()
    except OSError as error:
        raise WrongSetting("REELEVANCE_DATA_DIR", f"cannot be written ({error})") from error


def _hosts(env: Mapping[str, str], embedded: bool) -> tuple[str, ...]:
    hosts = _words(env, "ALLOWED_HOSTS")
    if hosts:
        return hosts
    if not embedded:
        raise WrongSetting("ALLOWED_HOSTS", "needed with PostgreSQL: the host names, separated by commas")
    return ("localhost", "127.0.0.1", "[::1]")


def _trusted_origins(env: Mapping[str, str]) -> tuple[str, ...]:
    origins = _words(env, "TRUSTED_ORIGINS")
    for origin in origins:
        if urlsplit(origin).scheme not in ("http", "https"):
            raise WrongSetting("TRUSTED_ORIGINS", f"{origin!r} does not start with https:// or http://")
    return origins


def _words(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in env.get(name, "").split(",") if word.strip())


def _boolean(env: Mapping[str, str], name: str, *, default: bool) -> bool:
    value = env.get(name, "").lower()
    if value not in ("", "0", "1", "false", "true", "no", "yes"):
        raise WrongSetting(name, f"expected 1 or 0, got {value!r}")
    return default if value == "" else value in ("1", "true", "yes")


def _seconds(env: Mapping[str, str], name: str, default: float, *, least: float, most: float) -> float:
    value = env.get(name, "")
    try:
        number = float(value) if value else default
    except ValueError as error:
        raise WrongSetting(name, f"expected a number, got {value!r}") from error
    if not least <= number <= most:
        raise WrongSetting(name, f"expected {least:g} to {most:g}, got {number:g}")
    return number

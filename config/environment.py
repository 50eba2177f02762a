"""Reads the settings from the environment once, checks them, and names the variable that is wrong."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ

from config.clip_storage import ClipStorage, VideoRoot, read_clip_storage, read_video_root, read_video_uploads
from config.language_model import LanguageModel, read_language_model
from config.variables import WrongSetting, boolean, seconds, words
from consensus.digests.mail_setting import Mail, WrongMail, read_mail
from moments.encoders import ENCODERS, kind_of

BASE_DIR = Path(__file__).resolve().parent.parent
WELL_KNOWN_SECRETS = ("changeme", "change-me", "secret", "insecure", "default", "example")
SHORTEST_SECRET = 40
FEWEST_SYMBOLS = 8  # that differ, in a secret: one letter forty times is none
SHORTEST_TOKEN = 20


@dataclass(frozen=True, slots=True)
class Environment:
    """Everything that the environment decides."""

    data_dir: Path
    database: dict[str, Any]
    redis_url: str
    clips: ClipStorage
    video_roots: tuple[VideoRoot, ...]
    video_uploads: VideoRoot
    secret_key: str
    hosts: tuple[str, ...]
    trusted_origins: tuple[str, ...]
    https: bool
    debug: bool
    sweep_interval_s: float
    proxies: int
    mail: Mail | None
    language_model: LanguageModel | None
    metrics_token: str
    json_log: bool
    static_dir: Path
    caption_encoder: str

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
        clips=read_clip_storage(env, data_dir),
        video_roots=tuple(read_video_root(url) for url in words(env, "VIDEO_SOURCES")),
        video_uploads=read_video_uploads(env, data_dir),
        secret_key=_secret_key(env, data_dir, embedded),
        hosts=_hosts(env, embedded),
        trusted_origins=_trusted_origins(env),
        https=boolean(env, "REELEVANCE_HTTPS", default=not embedded),
        debug=_debug(env, embedded),
        sweep_interval_s=seconds(env, "REELEVANCE_SWEEP_INTERVAL_S", 5.0, least=0.2, most=3600.0),
        proxies=int(seconds(env, "REELEVANCE_PROXIES", 0.0, least=0, most=10)),
        mail=_mail(env),
        language_model=read_language_model(env),
        metrics_token=_metrics_token(env),
        json_log=boolean(env, "REELEVANCE_JSON_LOG", default=not embedded),
        static_dir=Path(env.get("REELEVANCE_STATIC_DIR") or data_dir / "static").absolute(),
        caption_encoder=_caption_encoder(env),
    )


# Of each connection to PostgreSQL: what is prepared is planned once, not five times before that, and short statements
# are not compiled, which takes longer than running them. A pooler would refuse to pass it on.
SESSION = "-c plan_cache_mode=force_generic_plan -c jit=off"


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
            "timeout": 60,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536;",
        }
    elif engine.endswith("postgresql"):
        pooled = boolean(env, "REELEVANCE_POOLER", default=False)
        config["ENGINE"] = "moments.database.postgresql"
        config["CONN_MAX_AGE"] = 0 if pooled else 60
        config["CONN_HEALTH_CHECKS"] = not pooled
        config["DISABLE_SERVER_SIDE_CURSORS"] = pooled  # and nothing prepared on the server
        if not pooled:
            config["OPTIONS"] = {"options": SESSION, **config.get("OPTIONS", {})}
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


def _mail(env: Mapping[str, str]) -> Mail | None:
    try:
        return read_mail(env)
    except WrongMail as wrong:
        raise WrongSetting(wrong.name, str(wrong)) from wrong


def _secret_key(env: Mapping[str, str], data_dir: Path, embedded: bool) -> str:
    key = env.get("SECRET_KEY", "")
    if not key and embedded:
        return _kept_secret(data_dir / "secret-key")
    if not key:
        raise WrongSetting("SECRET_KEY", f"needed with PostgreSQL: {SHORTEST_SECRET} random characters")
    known = len(set(key)) < FEWEST_SYMBOLS or any(word in key.lower() for word in WELL_KNOWN_SECRETS)
    if len(key) < SHORTEST_SECRET or known:
        raise WrongSetting("SECRET_KEY", f"too short or well known; use {SHORTEST_SECRET} random characters")
    return key


def _debug(env: Mapping[str, str], embedded: bool) -> bool:
    debug = boolean(env, "REELEVANCE_DEBUG", default=False)
    if debug and not embedded:
        raise WrongSetting(
            "REELEVANCE_DEBUG", "shows settings and data to anyone who causes an error; not allowed in team mode"
        )
    return debug


def _metrics_token(env: Mapping[str, str]) -> str:
    token = env.get("REELEVANCE_METRICS_TOKEN", "")
    if token and len(token) < SHORTEST_TOKEN:
        raise WrongSetting("REELEVANCE_METRICS_TOKEN", f"too short; use {SHORTEST_TOKEN} random characters")
    return token


def _caption_encoder(env: Mapping[str, str]) -> str:
    name = env.get("REELEVANCE_CAPTION_ENCODER", "")
    kind = kind_of(name) if name else None
    if name and (kind is None or not kind.compares_at_once):
        known = ", ".join(kind.name for kind in ENCODERS.values() if kind.compares_at_once)
        raise WrongSetting("REELEVANCE_CAPTION_ENCODER", f"expected one of {known}; got {name!r}")
    if kind is not None and kind.is_family and not Path(name.partition(":")[2]).is_absolute():
        raise WrongSetting(
            "REELEVANCE_CAPTION_ENCODER", "web processes download no model; name its folder, beginning with /"
        )
    return name


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
    hosts = words(env, "ALLOWED_HOSTS")
    if "*" in hosts:
        raise WrongSetting("ALLOWED_HOSTS", "* would let anyone choose the host in links; name the hosts")
    if hosts:
        return hosts
    if not embedded:
        raise WrongSetting("ALLOWED_HOSTS", "needed with PostgreSQL: the host names, comma-separated")
    return ("localhost", "127.0.0.1", "[::1]")


def _trusted_origins(env: Mapping[str, str]) -> tuple[str, ...]:
    origins = words(env, "TRUSTED_ORIGINS")
    for origin in origins:
        if urlsplit(origin).scheme not in ("http", "https"):
            raise WrongSetting("TRUSTED_ORIGINS", f"{origin!r} does not start with https:// or http://")
    return origins

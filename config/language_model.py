"""Reads which language model rewrites captions: `LLM_BASE_URL` and the variables beside it."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from config.variables import WrongSetting, seconds, words


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """An OpenAI-compatible chat endpoint, and the model that it is asked for."""

    base_url: str
    api_key: str = field(repr=False)
    model: str
    timeout_s: float
    private: bool = False  # plain HTTP and addresses of a private network are allowed


def read_language_model(env: Mapping[str, str]) -> LanguageModel | None:
    """The endpoint by LLM_BASE_URL; http, and addresses of a private network, only for hosts in LLM_ALLOWED_HOSTS."""
    url = env.get("LLM_BASE_URL", "")
    if not url:
        return None
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError as error:
        raise WrongSetting("LLM_BASE_URL", f"not an address ({error})") from error
    if parts.scheme not in ("https", "http") or not host or parts.query or parts.fragment:
        raise WrongSetting("LLM_BASE_URL", "expected https://host/v1")
    if parts.username is not None or parts.password is not None:
        raise WrongSetting("LLM_BASE_URL", "contains a user name or password; set the key in LLM_API_KEY")
    private = host in words(env, "LLM_ALLOWED_HOSTS")
    if (parts.scheme == "http" or _is_private(host)) and not private:
        raise WrongSetting(
            "LLM_BASE_URL", f"uses http or a private address; to allow it, add {host} to LLM_ALLOWED_HOSTS"
        )
    key, model = env.get("LLM_API_KEY", ""), env.get("LLM_MODEL", "")
    if not key.isascii() or not key.isprintable() or key != key.strip():
        raise WrongSetting("LLM_API_KEY", "has a space at one end or a character that no key contains")
    if not model or len(model) > 120 or not model.isprintable():
        raise WrongSetting("LLM_MODEL", "needed with LLM_BASE_URL: the model's name, at most 120 characters")
    timeout_s = seconds(env, "LLM_TIMEOUT_S", 60.0, least=1, most=600)
    return LanguageModel(url.rstrip("/"), key, model, timeout_s, private)


def _is_private(host: str) -> bool:
    """Whether a host is written as an address, or name, of this machine or a private network."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal")) or "." not in host

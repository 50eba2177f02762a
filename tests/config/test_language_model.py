"""The chat endpoint is read from the environment alone, and http or private only where its host is allowed."""

import pytest

from config.environment import read_environment
from config.variables import WrongSetting

WHOLE = {"LLM_BASE_URL": "https://llm.example.org/v1/", "LLM_API_KEY": "sk-1", "LLM_MODEL": "small"}


def read(tmp_path, **env: str):
    return read_environment({"REELEVANCE_DATA_DIR": str(tmp_path), **env}).language_model


def test_without_an_address_there_is_none(tmp_path):
    assert read(tmp_path) is None


def test_an_endpoint_is_read_whole_and_its_key_not_shown(tmp_path):
    found = read(tmp_path, **WHOLE, LLM_TIMEOUT_S="20")
    assert (found.base_url, found.api_key, found.model, found.timeout_s) == (
        "https://llm.example.org/v1",
        "sk-1",
        "small",
        20,
    )
    assert "sk-1" not in repr(found)


@pytest.mark.parametrize(
    "url",
    ["http://llm.example.org/v1", "http://127.0.0.1:8000/v1", "https://10.0.0.7/v1", "https://[::1]/v1",
     "https://169.254.169.254/v1", "https://localhost/v1", "https://ollama/v1", "https://llm.internal/v1"],
)  # fmt: skip
def test_plain_and_private_addresses_need_their_host_allowed(tmp_path, url):
    from urllib.parse import urlsplit

    with pytest.raises(WrongSetting, match="LLM_BASE_URL.*LLM_ALLOWED_HOSTS"):
        read(tmp_path, **WHOLE | {"LLM_BASE_URL": url})
    allowed = {"LLM_BASE_URL": url, "LLM_ALLOWED_HOSTS": f"other, {urlsplit(url).hostname}"}
    assert read(tmp_path, **WHOLE | allowed).base_url == url


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"LLM_BASE_URL": "ftp://llm.example.org"}, "LLM_BASE_URL"),
        ({"LLM_BASE_URL": "https://"}, "LLM_BASE_URL"),
        ({"LLM_BASE_URL": "https://me:secret@llm.example.org/v1"}, "LLM_BASE_URL"),
        ({"LLM_BASE_URL": "https://llm.example.org/v1?key=1"}, "LLM_BASE_URL"),
        ({"LLM_BASE_URL": "https://llm.example.org:port/v1"}, "LLM_BASE_URL"),
        ({"LLM_MODEL": ""}, "LLM_MODEL"),
        ({"LLM_API_KEY": "sk-1\n"}, "LLM_API_KEY"),
        ({"LLM_TIMEOUT_S": "0"}, "LLM_TIMEOUT_S"),
    ],
)
def test_a_wrong_setting_stops_the_start_and_is_named(tmp_path, wrong, name):
    with pytest.raises(WrongSetting, match=name):
        read(tmp_path, **WHOLE | wrong)

"""How pip reaches its packages on this machine, handed on to the pip that runs while the image is built."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Where packages come from and whom to trust; settings that say where packages go are the image's own matter.
HANDED_ON = (
    "cert", "client-cert", "default-timeout", "extra-index-url", "find-links", "index-url", "no-index", "proxy",
    "retries", "timeout", "trusted-host",
)  # fmt: skip
SECTIONS = ("global", "install", ":env:")  # later ones win, as in pip
BUNDLE_VARIABLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")


def read_settings(listing: str, env: Mapping[str, str]) -> dict[str, str]:
    """The settings that `pip config list` prints, the certificates that the environment names where pip has none."""
    found: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    for line in listing.splitlines():
        name, _, value = line.partition("=")
        section, _, key = name.rpartition(".")
        if section in found and key in HANDED_ON:
            found[section][key] = " ".join(str(ast.literal_eval(value)).split())
    settings = {key: value for section in SECTIONS for key, value in found[section].items()}
    bundle = next((env[name] for name in BUNDLE_VARIABLES if env.get(name)), "")
    return settings if "cert" in settings or not bundle else {**settings, "cert": bundle}


def configuration(settings: Mapping[str, str]) -> str:
    """A pip.conf that says the same."""
    return "[global]\n" + "".join(f"{key} = {value}\n" for key, value in sorted(settings.items()))


def folders_named(settings: Mapping[str, str]) -> list[Path]:
    """Files and folders of this machine that the settings name, none inside another; the build sees them, too.

    The pages of an index in files link to what lies beside it, so its parent is taken.
    """
    words = [(key, word) for key, value in settings.items() for word in value.split()]
    named = {path for key, word in words if (path := _path_of(key, word)) is not None and path.exists()}
    return sorted(path for path in named if not named & set(path.parents))


def _path_of(key: str, word: str) -> Path | None:
    if word.startswith("file:"):
        path = Path(unquote(urlsplit(word).path))
        return path.parent if key.endswith("index-url") else path
    return Path(word) if word.startswith("/") else None


def mounts(configuration_file: Path, folders: Iterable[Path]) -> list[str]:
    """The words with which buildah shows them to the build, read-only; none of them comes into the image."""
    pairs = [(configuration_file, Path("/etc/pip.conf")), *((folder, folder) for folder in folders)]
    return [f"--volume={here}:{there}:ro" for here, there in pairs]

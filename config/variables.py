"""Reads one variable of the environment as words, yes or no, or a number, and names the one that is wrong."""

from __future__ import annotations

from collections.abc import Mapping


class WrongSetting(SystemExit):
    """A setting that cannot be used; stops the start with one line that names it."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"reelevance: {name}: {problem}")


def words(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    """What stands between the commas, without spaces around it."""
    return tuple(word.strip() for word in env.get(name, "").split(",") if word.strip())


def boolean(env: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Yes or no; `default` where the variable is not set."""
    value = env.get(name, "").lower()
    if value not in ("", "0", "1", "false", "true", "no", "yes"):
        raise WrongSetting(name, f"expected 1 or 0, got {value!r}")
    return default if value == "" else value in ("1", "true", "yes")


def seconds(env: Mapping[str, str], name: str, default: float, *, least: float, most: float) -> float:
    """The number within its limits; `default` where the variable is not set."""
    value = env.get(name, "")
    try:
        number = float(value) if value else default
    except ValueError as error:
        raise WrongSetting(name, f"expected a number, got {value!r}") from error
    if not least <= number <= most:
        raise WrongSetting(name, f"expected {least:g} to {most:g}, got {number:g}")
    return number

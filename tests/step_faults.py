"""Makes steps of sweeps and jobs fail at their statements to the database: no code of ours is replaced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from moments.jobs.services import steps

BOOKKEEPING = {"_fail", "clear_mark", "failing_steps"}


class OwnError(Exception):
    """An error that nobody thought of."""


ERRORS: tuple[type[Exception], ...] = (
    DatabaseError,
    InterfaceError,
    OperationalError,
    ValueError,
    KeyError,
    AssertionError,
    ZoneInfoNotFoundError,
    MemoryError,
    RecursionError,
    OSError,
    OwnError,
)


def step_at_work() -> tuple[str, str] | None:
    """The step that runs now and its campaign's slug; None outside of any, and while a failure is noted."""
    frame = sys._getframe()
    while frame is not None:
        if frame.f_globals.get("__name__") == steps.__name__:
            if frame.f_code.co_name in BOOKKEEPING:
                return None
            if frame.f_code.co_name == "attempt":
                campaign = frame.f_locals["campaign"]
                return frame.f_locals["step"], campaign.slug if campaign else ""
        frame = frame.f_back
    return None


def is_inside(function: str) -> bool:
    """Whether a function of that name is at work."""
    frame = sys._getframe()
    while frame is not None and frame.f_code.co_name != function:
        frame = frame.f_back
    return frame is not None


@contextmanager
def fault(error: BaseException, *, when: Callable[[str], bool]) -> Iterator[list[str]]:
    """Every statement of which `when` is true raises the error; yields those that did."""
    met: list[str] = []

    def execute(go_on: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if when(sql):
            met.append(sql)
            raise error
        return go_on(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield met


@contextmanager
def failing(step: str, slug: str, error: BaseException, *, verb: str = "") -> Iterator[list[str]]:
    """That step of that campaign fails at its first statement, or the first that begins with the verb."""
    with fault(error, when=lambda sql: sql.startswith(verb) and step_at_work() == (step, slug)) as met:
        yield met

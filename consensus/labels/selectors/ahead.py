"""Reads rows from the database while those before them are written."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Row = TypeVar("Row")


def read_ahead(rows: Iterator[Row], at_once: int) -> Iterator[Row]:
    """The same rows in the same order, the next `at_once` of them fetched by a second thread.

    The first rows are read by who asks for them, so that the query begins on their own connection; the reader then
    only fetches on. What goes wrong there is raised here, and nothing is read on after the last row was taken.
    """
    taken = list(islice(rows, at_once))
    if len(taken) < at_once:
        yield from taken
        return
    with ThreadPoolExecutor(1, thread_name_prefix="read-ahead") as reader:
        while taken:
            coming = reader.submit(list, islice(rows, at_once))
            yield from taken
            taken = coming.result()

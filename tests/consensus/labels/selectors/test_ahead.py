import threading
from collections.abc import Iterator

import pytest

from consensus.labels.selectors.ahead import read_ahead


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 10])
def test_all_rows_come_in_order(count):
    assert list(read_ahead(iter(range(count)), 2)) == list(range(count))


def test_the_first_rows_are_read_by_who_asks_and_the_next_while_they_are_taken():
    readers, third_read = [], threading.Event()

    def rows() -> Iterator[int]:
        for number in range(6):
            readers.append(threading.current_thread())
            if number == 3:
                third_read.set()
            yield number

    taken = read_ahead(rows(), 2)
    assert next(taken) == 0
    assert third_read.wait(10)
    assert list(taken) == [1, 2, 3, 4, 5]
    assert [reader is threading.main_thread() for reader in readers] == [True] * 2 + [False] * 4


def test_what_goes_wrong_later_is_raised_after_the_rows_before_it():
    def rows() -> Iterator[int]:
        yield from range(4)
        raise OSError("the connection is gone")

    seen = []
    with pytest.raises(OSError, match="the connection is gone"):
        for row in read_ahead(rows(), 2):
            seen.append(row)
    assert seen == [0, 1, 2, 3]


def test_who_stops_taking_stops_the_reading():
    read = []

    def rows() -> Iterator[int]:
        for number in range(100):
            read.append(number)
            yield number

    taken = read_ahead(rows(), 2)
    assert next(taken) == 0
    taken.close()
    assert len(read) <= 4
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("read-ahead")]

"""An encoder for requests that cannot wait: it has a thread of its own, and is asked with a time limit."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import BoundedSemaphore, Lock

from moments.base.errors import BadInput
from moments.encoders.encoder import Encoder

WAIT_S = 0.5
MOST_WAITING = 3
log = logging.getLogger("reelevance.encoders")


class LiveEncoder:
    """Compares two texts by a pretrained encoder, or says nothing: while that loads, if it failed, or takes too long.

    `make` is called once, at the first question. A request waits for at most `wait_s` seconds (0.5), and at most
    `most_waiting` of them wait, so that the other threads of a web process stay free.
    """

    def __init__(
        self, make: Callable[[], Encoder], *, wait_s: float | None = None, most_waiting: int = MOST_WAITING
    ) -> None:
        self._make = make
        self._wait_s = WAIT_S if wait_s is None else wait_s
        self._places = BoundedSemaphore(most_waiting)
        self._lock = Lock()
        self._loading: Future[Encoder | None] | None = None
        self._pool: ThreadPoolExecutor | None = None

    def similarity(self, one: str, other: str) -> float | None:
        """The dot product of the two texts' vectors, or None if there is no answer in time."""
        encoder = self._encoder()
        if encoder is None or self._pool is None or not self._places.acquire(blocking=False):
            return None
        answer = self._pool.submit(_similarity, encoder, one, other)
        answer.add_done_callback(lambda _: self._places.release())
        try:
            return answer.result(timeout=self._wait_s)
        except TimeoutError:
            answer.cancel()
            return None

    def _encoder(self) -> Encoder | None:
        """The encoder if it is loaded; the first to ask has it loaded, and waits a little, too."""
        with self._lock:
            first = self._loading is None
            if self._loading is None:
                self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-encoder")
                self._loading = self._pool.submit(self._loaded)
            loading = self._loading
        try:
            return loading.result(timeout=self._wait_s if first else 0)
        except TimeoutError:
            return None

    def _loaded(self) -> Encoder | None:
        try:
            encoder = self._make()
            encoder.encode(["A first text loads the model."])
            _keep_to_one_thread()
        except Exception as error:  # a library raises whatever a broken file made it raise
            why = error if isinstance(error, BadInput) else type(error).__name__
            log.warning("the live encoder cannot be used, so texts are compared by words only: %s", why)
            return None
        return encoder


def _keep_to_one_thread() -> None:
    """For two sentences one processor is enough; several would wait for each other where all of them are busy."""
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)


def _similarity(encoder: Encoder, one: str, other: str) -> float | None:
    try:
        rows = encoder.encode([one, other])
        return float(rows[0] @ rows[1])
    except Exception as error:  # its message may hold the texts, which nobody has sent yet
        log.warning("the live encoder could not compare two texts: %s", type(error).__name__)
        return None

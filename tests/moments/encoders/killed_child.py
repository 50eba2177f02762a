"""Encodes twelve texts, four a file, and is killed in the middle of the third go."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from moments.encoders import pretrained
from tests.moments.encoders.letters import Letters


class Mortal(Letters):
    """Dies where it is asked for more than eight texts."""

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        if len(self.seen) >= 8:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().encode(texts)


if __name__ == "__main__":
    pretrained.AT_ONCE = 4
    pretrained.PretrainedEncoder(Mortal(), Path(sys.argv[1])).encode([f"{'abc' * n}" for n in range(1, 13)])

"""Where vectors are kept on this installation."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.conf import settings

from moments.encoders import Encoder, encoder_named
from moments.encoders.live import LiveEncoder


def stored_encoder(name: str) -> Encoder:
    """The encoder of that name, a pretrained one with its vectors under the data folder.

    Raises BadInput for a name that does not exist.
    """
    return encoder_named(name, vectors_folder())


@lru_cache(maxsize=1)
def live_encoder(name: str) -> LiveEncoder:
    """The one of this process for requests; it is loaded when it is first asked, and keeps no vectors."""
    return LiveEncoder(lambda: encoder_named(name))


def vectors_folder() -> Path:
    """The folder of all kept vectors."""
    return Path(settings.DATA_DIR) / "vectors"

"""Where vectors are kept on this installation."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from moments.encoders import Encoder, encoder_named


def stored_encoder(name: str) -> Encoder:
    """The encoder of that name, a pretrained one with its vectors under the data folder.

    Raises BadInput for a name that does not exist.
    """
    return encoder_named(name, vectors_folder())


def vectors_folder() -> Path:
    """The folder of all kept vectors."""
    return Path(settings.DATA_DIR) / "vectors"

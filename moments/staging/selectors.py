"""Files that wait to be imported."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from moments.models.staging import StagedFile


def staged_path(staged: StagedFile) -> Path:
    """Where the file lies; it may be gone."""
    return Path(settings.DATA_DIR) / "staged" / staged.name


def staged_rows_are_csv(staged: StagedFile) -> bool:
    """Whether the file was named as CSV when it was given."""
    return staged.given_name.lower().endswith(".csv")

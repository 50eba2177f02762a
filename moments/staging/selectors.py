"""Files that wait to be imported."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from moments.models import Campaign
from moments.models.staging import StagedFile, StagedKind

OF_MARKING = (StagedKind.VIDEOS, StagedKind.QUESTIONS)


def staged_kinds(campaign: Campaign) -> list[StagedKind]:
    """What a page offers to import: whole videos and questions where segments are marked, else everything but them.

    A twins campaign has no queries but its three tasks, and takes moments only.
    """
    if campaign.is_twin:
        return [StagedKind.MOMENTS]
    return [kind for kind in StagedKind if (kind in OF_MARKING) != campaign.is_graded]


def staged_path(staged: StagedFile) -> Path:
    """Where the file lies; it may be gone."""
    return Path(settings.DATA_DIR) / "staged" / staged.name


def staged_rows_are_csv(staged: StagedFile) -> bool:
    """Whether the file was named as CSV when it was given."""
    return staged.given_name.lower().endswith(".csv")

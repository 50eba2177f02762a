"""Imports uploaded files of scores given elsewhere, once and together."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from consensus.imported.selectors import ArchiveTerms, files_beside, read_staged
from consensus.imported.services.importing import ArchiveImported, Origin, import_archive
from moments.campaign.services import hold_campaign
from moments.models.staging import StagedFile
from moments.staging.selectors import staged_path
from moments.staging.services import ImportedAlready, take_staged


def import_staged_archive(*, staged: StagedFile, asked: ArchiveTerms, now: datetime) -> ArchiveImported:
    """The file and those that wait beside it, as the command imports them: all or nothing.

    Raises ImportedAlready for files that were imported meanwhile, BadInput for what cannot be.
    """
    files = files_beside(staged)
    if not files or not all(staged_path(one).is_file() for one in files):
        raise ImportedAlready("the files were already imported or discarded")
    archive = read_staged(files, asked.terms)
    with transaction.atomic():
        hold_campaign(staged.campaign)
        for one in files:
            take_staged(staged=one, now=now)
        return import_archive(
            campaign=staged.campaign,
            archive=archive,
            origin=Origin({str(one.pk): one.sha256 for one in files}, asked.payload()),
            split=asked.split,
            stand_ins=asked.stand_ins,
            now=now,
        )

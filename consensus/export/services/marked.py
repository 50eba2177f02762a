"""Writes the dataset of a marking campaign into a folder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import ExitStack
from typing import Any

from consensus.export.folder import Folder
from consensus.export.formats.corrected import write_corrected
from consensus.export.formats.croissant import write_croissant
from consensus.export.formats.registry import MARKING_FORMATS, chosen_formats
from consensus.export.manifest import write_manifest
from consensus.export.marking.card import write_marked_card
from consensus.export.marking.clip_files import ClipFiles
from consensus.export.marking.marking_format import MarkingFormat, TakeVideo
from consensus.export.marking.raw import write_unanswered
from consensus.export.marking.tally import MarkedTally
from consensus.export.pool_clips.kept import KeptClips
from consensus.export.selectors.facts import marked_facts
from consensus.labels.selectors.labels import corrected_queries
from consensus.labels.selectors.marked import marked_videos
from consensus.labels.selectors.markings import marking_rows, unanswered
from moments.models import Campaign


def write_marked(
    folder: Folder,
    campaign: Campaign,
    splits: list[str],
    names: Collection[str],
    missing: dict[str, int],
    clips: KeptClips | None,
) -> dict[str, Any]:
    """The formats, clips if there are any, questions without a truth, card, metadata and manifest, which it returns.

    Raises BadInput for a truth that goes beyond its video, and NotCutError for a clip that is not there.
    """
    formats = chosen_formats(names, MARKING_FORMATS)
    outcomes = write_unanswered(folder, unanswered(campaign))
    write_corrected(folder, corrected_queries(campaign))
    files = ClipFiles(folder, clips) if clips else None
    tally = _write_videos(folder, campaign, splits, formats, [files.add] if files else [])
    counts = tally.as_dict() | {"left_out": folder.left_out} | (files.write_list() if files else {})
    workers, markings = _write_markings(folder, campaign, formats)
    known = marked_facts(campaign, workers, markings, missing)
    write_marked_card(folder, known, splits, tally, outcomes)
    write_croissant(folder, known, splits)
    return write_manifest(folder, known, formats, counts)


def _write_videos(
    folder: Folder,
    campaign: Campaign,
    splits: Sequence[str],
    formats: Sequence[MarkingFormat],
    more: Sequence[TakeVideo],
) -> MarkedTally:
    """Every format's videos, and their tally, in one pass; `more` take them too."""
    tally = MarkedTally()
    with ExitStack() as stack:
        takes = [tally.add, *more, *(stack.enter_context(one.videos(folder, splits)) for one in formats if one.videos)]
        for video in marked_videos(campaign):
            for take in takes:
                take(video)
    return tally


def _write_markings(folder: Folder, campaign: Campaign, formats: Sequence[MarkingFormat]) -> tuple[list[str], int]:
    """Every format's markings in one pass; the pseudonyms of who gave them, in order, and how many there are."""
    workers: set[str] = set()
    markings = 0
    with ExitStack() as stack:
        takes = [stack.enter_context(one.markings(folder)) for one in formats if one.markings]
        for row in marking_rows(campaign):
            workers.add(row.worker)
            markings += 1
            for take in takes:
                take(row)
    return sorted(workers), markings

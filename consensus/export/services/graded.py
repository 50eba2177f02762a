"""Writes the dataset of a grading campaign into a folder."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import ExitStack
from functools import partial
from typing import Any

from consensus.export.cards.card import write_card
from consensus.export.cards.facts import SplitTally
from consensus.export.folder import Folder
from consensus.export.formats.adjudicated import write_adjudicated
from consensus.export.formats.columns import RatingColumns, SplitColumns
from consensus.export.formats.corrected import write_corrected
from consensus.export.formats.croissant import write_croissant
from consensus.export.formats.export_format import ExportFormat, Rows
from consensus.export.formats.raw import write_unjudged
from consensus.export.formats.registry import FORMATS, chosen_formats
from consensus.export.manifest import write_manifest
from consensus.export.selectors.facts import graded_facts
from consensus.labels.selectors.labels import (
    adjudicated,
    candidates,
    corrected_queries,
    grades,
    labels,
    moment_rows,
    query_rows,
    raw_scores,
    score_details,
    unjudged,
    video_rows,
)
from moments.campaign.selectors import levels_of
from moments.models import Campaign


def write_graded(
    folder: Folder, campaign: Campaign, splits: list[str], names: Collection[str], missing: dict[str, int]
) -> dict[str, Any]:
    """The formats, unjudged and adjudicated pairs, card, metadata and manifest; returns the manifest."""
    formats = chosen_formats(names, FORMATS)
    outcomes = write_unjudged(folder, unjudged(campaign))
    write_adjudicated(folder, adjudicated(campaign))
    write_corrected(folder, corrected_queries(campaign))
    rows = _rows(campaign, splits)
    tallies = {split: SplitTally(campaign.scale) for split in splits}
    _write_labels(folder, campaign, rows, formats, tallies)
    for one in formats:
        if one.after_labels:
            one.after_labels(folder, rows)
    scores = _write_scores(folder, campaign, formats)
    for one in formats:
        if one.after_scores:
            one.after_scores(folder, rows)
    known = graded_facts(campaign, scores, missing)
    write_card(folder, known, tallies, outcomes)
    write_croissant(folder, known, splits)
    return write_manifest(folder, known, formats)


def _rows(campaign: Campaign, splits: list[str]) -> Rows:
    video_numbers: dict[str, int] = {}
    return Rows(
        splits,
        {split: SplitColumns(video_numbers) for split in splits},
        video_numbers,
        candidates=partial(candidates, campaign),
        queries=partial(query_rows, campaign),
        moments=partial(moment_rows, campaign),
        videos=partial(video_rows, campaign),
        score_details=partial(score_details, campaign),
        levels=levels_of(campaign),
    )


def _write_labels(
    folder: Folder, campaign: Campaign, rows: Rows, formats: list[ExportFormat], tallies: dict[str, SplitTally]
) -> None:
    """Every format's labels, their tallies and their columns in one pass over the rows."""
    with ExitStack() as stack:
        takes = [stack.enter_context(one.labels(folder, rows.splits)) for one in formats if one.labels]
        for label in labels(campaign):
            tallies[label.split].add(label)
            rows.truths[label.split].add(label, label.relevance)
            for take in takes:
                take(label)


def _write_scores(folder: Folder, campaign: Campaign, formats: list[ExportFormat]) -> RatingColumns:
    """Every format's scores in one pass; the texts are read only where they are written."""
    ratings = RatingColumns()
    with ExitStack() as stack:
        takes = [ratings.add, *(stack.enter_context(one.scores(folder)) for one in formats if one.scores)]
        for score in (raw_scores if any(one.needs_texts for one in formats) else grades)(campaign):
            for take in takes:
                take(score)
    return ratings

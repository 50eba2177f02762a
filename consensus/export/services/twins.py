"""Writes the dataset of a twins campaign into a folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import ExitStack
from typing import Any

from consensus.export.cards.facts import Agreement, Facts
from consensus.export.folder import Folder
from consensus.export.formats.croissant import write_croissant
from consensus.export.formats.registry import TWIN_FORMATS, chosen_formats
from consensus.export.manifest import write_manifest
from consensus.export.selectors.facts import twin_facts
from consensus.export.twins.card import write_twin_card
from consensus.export.twins.raw import write_dropped
from consensus.export.twins.tally import TwinTally
from consensus.export.twins.twin_format import TwinFormat
from consensus.labels.selectors.twins import assignment_rows, described_moments, dropped_moments, judgement_rows
from consensus.labels.twin_rows import DescribedMoment
from consensus.twin_rewrites.selectors.published import published_rewrites
from consensus.twins.splits.checking import check_splits
from consensus.twins.splits.placing import PlacedClip, Split
from moments.base.errors import BadInput
from moments.models import Campaign


def write_twins(
    folder: Folder, campaign: Campaign, splits: list[str], names: Collection[str], missing: dict[str, int]
) -> dict[str, Any]:
    """The formats, moments without a caption, card, metadata and manifest, which it returns.

    Raises BadInput if the splits break one of their constraints, as by a caption that stands twice in val and test.
    """
    formats = chosen_formats(names, TWIN_FORMATS)
    dropped = write_dropped(folder, dropped_moments(campaign))
    moments = [moment for moment in described_moments(campaign) if moment.split]
    _require_sound(moments)
    tally = _write_moments(folder, moments, splits, formats)
    workers, answers = _write_answers(folder, campaign, formats)
    known = twin_facts(campaign, workers, answers, missing)
    rewrites = published_rewrites(campaign)
    write_twin_card(folder, known, splits, tally, dropped, rewrites)
    write_croissant(folder, known, splits)
    counts = {**tally.as_dict(), "human_ceiling": _ceiling(known), "rewriting": rewrites.as_dict()}
    return write_manifest(folder, known, formats, counts)


def _ceiling(known: Facts) -> list[dict[str, Any]]:
    """What people reach at *Binary*, to four decimals (T5)."""
    return [
        {
            "measure": one.measure,
            "captions": one.units,
            **{name: None if value is None else round(value, 4) for name, value in _bounds(one)},
        }
        for one in known.ceiling
    ]


def _bounds(one: Agreement) -> Iterable[tuple[str, float | None]]:
    return ("value", one.value), ("low", one.low), ("high", one.high)


def _require_sound(moments: Iterable[DescribedMoment]) -> None:
    clips = [
        PlacedClip(clip.vid, twin, moment.video_name, Split(moment.split), clip.text, len(clip.rewrites))
        for moment in moments
        for clip, twin in moment.clips()
    ]
    breaches = check_splits(clips)
    if breaches:
        found = "; ".join(f"{breach.constraint.value}: {breach.sentence}" for breach in breaches)
        raise BadInput(f"the splits cannot be published: {found}. Draw them again")


def _write_moments(
    folder: Folder, moments: Iterable[DescribedMoment], splits: Sequence[str], formats: Sequence[TwinFormat]
) -> TwinTally:
    tally = TwinTally()
    with ExitStack() as stack:
        takes = [tally.add, *(stack.enter_context(one.moments(folder, splits)) for one in formats if one.moments)]
        for moment in moments:
            for take in takes:
                take(moment)
    return tally


def _write_answers(folder: Folder, campaign: Campaign, formats: Sequence[TwinFormat]) -> tuple[list[str], int]:
    """Every format's judgements and assignments; the pseudonyms of who gave them, in order, and how many there are."""
    workers: set[str] = set()
    answers = 0
    with ExitStack() as stack:
        judged = [stack.enter_context(one.judgements(folder)) for one in formats if one.judgements]
        assigned = [stack.enter_context(one.assignments(folder)) for one in formats if one.assignments]
        for judgement in judgement_rows(campaign):
            workers.add(judgement.worker)
            answers += 1
            for take in judged:
                take(judgement)
        for assignment in assignment_rows(campaign):
            workers.add(assignment.worker)
            answers += 1
            for take_assignment in assigned:
                take_assignment(assignment)
    return sorted(workers), answers

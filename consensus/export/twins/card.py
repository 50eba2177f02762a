"""README.md of an export of a twins campaign: the dataset card, filled from the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from consensus.export.cards.card_parts import (
    NOT_STATED,
    agreement_table,
    files_table,
    guideline_line,
    protocol_lines,
    table,
    write_sections,
)
from consensus.export.cards.facts import Facts
from consensus.export.folder import Folder
from consensus.export.formats.raw import UNJUDGED
from consensus.export.twins.tally import TwinTally
from consensus.labels.twin_rows import TWIN_SPLITS
from consensus.twin_rewrites.published import PublishedRewrites
from moments.base.plurals import counted

SUBJECT = "Clips of video that play forwards and backwards, with a caption for each direction."
RULES = """\
Two people saw each clip beside its reverse, in random order and without labels. They said whether the order of time
matters, by which criterion, and whether one of the two looks unreal. If they did not agree, a third annotator decided,
and if all three differed, a lead. If the order of time does not matter, the clip was dropped. If the reverse looks
unreal, only the forward clip has a caption, and it is used for training only."""
CAPTIONS = """\
One person wrote both captions of twins. Other people then saw one caption and both clips, again in random order, and
chose the clip that it describes. A caption that was assigned wrongly, or that did not tell the clips apart, went back
to its writer. A share of the captions was also assigned among clips that look alike."""
SPLITS = """\
Twins are in the same split, and so are all clips of one video. Clips without a twin are in training only. No caption
appears more than once in validation and test."""
CEILING = """\
In *Binary*, a caption is compared with its own clip and its twin. These figures say how often people chose the right
clip. They count only the first assignment of each caption's first version, which nobody had checked before. An answer
that somebody could not tell counts as half, like a tie in the accuracy of a run. The two captions of twins may be
alike, and the interval of the first figure allows for that."""
LIMITS = (
    "People saw the clips without sound, so no caption says what can only be heard.",
    "Whether a reversed clip looks real is a judgement of people, not a measurement.",
    "Everybody used the same guideline, so its gaps and biases affect every caption.",
)


def write_twin_card(
    folder: Folder,
    facts: Facts,
    splits: list[str],
    tally: TwinTally,
    dropped: Mapping[str, int],
    rewrites: PublishedRewrites,
) -> None:
    """`README.md`; texts that admins or leads wrote stand in it as they are."""
    sections = (
        ("What it holds", _contents(folder, tally, dropped)),
        ("How it was collected", [facts.stated.collection or NOT_STATED, RULES, CAPTIONS, guideline_line(facts)]),
        *([("Rewrites", rewrites.sentences())] if rewrites.rewrites else []),
        ("Splits", [SPLITS]),
        ("Protocol", protocol_lines(facts)),
        ("Agreement", _agreement(facts)),
        ("Human ceiling", [CEILING, agreement_table(facts.ceiling, "captions")]),
        ("People, hours and cost", _people(facts)),
    )
    write_sections(folder, facts, splits, subject=SUBJECT, first=sections, limits=LIMITS)


def _contents(folder: Folder, tally: TwinTally, dropped: Mapping[str, int]) -> Iterator[str]:
    twins, singles = sum(tally.twins.values()), sum(tally.singles.values())
    pairs = counted(twins, "pair of twins", "pairs of twins")
    alone = counted(singles, "clip without a twin", "clips without a twin")
    yield (
        f"The dataset has {counted(tally.captions, 'clip')} of {counted(len(tally.videos), 'video')}: "
        f"{pairs} and {alone}. A clip lasts "
        f"{tally.mean_seconds:.1f} seconds on average, and a caption has {tally.mean_words:.1f} words."
    )
    rows = ((split, tally.twins[split], tally.singles[split], tally.clips(split)) for split in TWIN_SPLITS)
    yield table(("split", "twins", "single clips", "clips"), rows)
    yield table(("why time matters", "moments"), sorted(tally.criteria.items()))
    if tally.adjudicated:
        yield f"A lead decided on {counted(tally.adjudicated, 'moment')}, marked as adjudicated."
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(dropped.items())) or "none"
    yield f"Moments without a caption: {counts}. They are only in `{UNJUDGED}`, with the reason."
    yield files_table(folder)


def _agreement(facts: Facts) -> Iterator[str]:
    yield "These figures compare the people who judged the same clips, before any third annotator:"
    yield agreement_table(facts.agreement, "clips")


def _people(facts: Facts) -> Iterator[str]:
    yield (
        f"{facts.people} people gave the {facts.raw_scores} answers of this dataset. Their work on the campaign took "
        f"{facts.hours:.1f} hours; a gap between two answers counts up to {facts.idle_s} seconds."
    )
    yield f"Paid and owed for this work: {facts.cost}."
    yield "The files contain only pseudonyms, which belong to this campaign."

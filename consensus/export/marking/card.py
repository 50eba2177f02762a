"""README.md of an export of a marking campaign: the dataset card, filled from the campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from consensus.export.cards.card_parts import (
    NOT_STATED,
    agreement_table,
    files_table,
    guideline_line,
    one_line,
    protocol_lines,
    table,
    write_sections,
)
from consensus.export.cards.facts import Facts
from consensus.export.folder import Folder
from consensus.export.formats.corrected import corrected_line
from consensus.export.formats.raw import UNJUDGED
from consensus.export.marking.tally import MarkedTally
from moments.base.plurals import counted

SUBJECT = "Questions about long videos, each with every segment of its video that answers it."
RULES = """\
The author of a question watched the whole video and marked every segment that answers it. Another person marked the
question again without seeing the author's segments. Segments of both that agree are true. Where the two did not agree,
a third annotator decided on that piece only, without knowing whose it was. A segment or stretch is true if two of the
three support it. A question goes back to its author if the other person found no answer, or said that it is not
specific or not complete. A lead decided what the three people could not."""
TASKS_MEAN = """\
MS is a question in words, and IMS a question with an image. CA is the caption of a question's true segment, and VMS is
an IMS question with a clip around its image. CA and VMS have the truths of the question from which they were made, and
a person has accepted each of them."""
POOLS = """\
Each video has a pool of clips: the truths of all its questions, rounded outwards to whole seconds, and fillers of the
same lengths from the rest of the video. Clips that share time with a question's own image or clip are not
candidates for that question. A clip that covers at least half of a truth, but is not that truth, counts as neither
right nor wrong."""
CLIPS = """\
The clips are files of this dataset, with a picture of the middle of each. All of them were cut in the same way, frame
by frame as people saw the video, without sound and metadata. Files of clips of equal length have the same size, so the
size says nothing about what a clip shows. `momentseeker/clips.jsonl` has the checksum of every file."""
LIMITS = (
    "Each truth was found by people who watched the video at speed. Segments that all of them missed are not marked.",
    "A single lead decided the questions that are called adjudicated.",
    "Everybody used the same guideline, so its gaps and biases affect every truth.",
)


def write_marked_card(
    folder: Folder, facts: Facts, splits: list[str], tally: MarkedTally, unanswered: Mapping[str, int]
) -> None:
    """`README.md`; texts that admins or leads wrote stand in it as they are."""
    sections = (
        ("What it holds", _contents(folder, tally, unanswered)),
        ("How it was collected", [facts.stated.collection or NOT_STATED, RULES, TASKS_MEAN, guideline_line(facts)]),
        ("Candidate pools", _pools(folder, tally)),
        ("Protocol", protocol_lines(facts)),
        ("Agreement", _agreement(facts)),
        ("People, hours and cost", _people(facts)),
    )
    write_sections(folder, facts, splits, subject=SUBJECT, first=sections, limits=_limits(tally))


def _contents(folder: Folder, tally: MarkedTally, unanswered: Mapping[str, int]) -> Iterator[str]:
    questions = sum(tally.by_split.values())
    yield (
        f"The dataset has {counted(questions, 'question')} on {counted(tally.videos, 'video')}, which last "
        f"{tally.hours:.1f} hours, and {counted(tally.truths, 'truth')}. Questions made from others share their truths."
    )
    yield _counted("split", tally.by_split, tally.tasks)
    yield _counted("domain", tally.by_domain, tally.tasks)
    if tally.adjudicated:
        yield f"A lead gave the truth of {counted(tally.adjudicated, 'question')}, marked as adjudicated."
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(unanswered.items())) or "none"
    yield f"Submitted questions without a truth: {counts}. They are only in `{UNJUDGED}`, with the reason."
    yield from corrected_line(folder, "questions")
    for name, reasons in sorted(folder.left_out.items()):
        if reasons:
            listed = ", ".join(f"{counted(count, 'question')} {reason}" for reason, count in sorted(reasons.items()))
            yield f"The format `{name}` leaves out {listed}."
    yield files_table(folder)


def _counted(what: str, counts: Counter[tuple[str, str]], tasks: list[str]) -> str:
    """A table of questions by task; the columns are the tasks that there are."""
    names = sorted({name for name, _ in counts})
    rows = ((one_line(name) or "not stated", *(counts[name, task] for task in tasks)) for name in names)
    return table((what, *tasks), rows)


def _pools(folder: Folder, tally: MarkedTally) -> Iterator[str]:
    yield POOLS
    if folder.listed:
        yield CLIPS
    yield (
        f"The pools hold {tally.clips} clips. Their version is `{tally.pools_sha256[:12]}`, the beginning of the "
        "checksum in `manifest.json`. Compare runs only if they rank the same version."
    )


def _agreement(facts: Facts) -> Iterator[str]:
    yield "These figures compare each question's author with the person who marked it blind, before a third annotator:"
    yield agreement_table(facts.agreement, "questions")
    yield (
        "Segments up to the protocol's gap apart are joined, and overlapping ones matched one to one. Edge errors are "
        "distances of starts and of ends. Intervals are percentile bootstraps over questions."
    )


def _people(facts: Facts) -> Iterator[str]:
    yield (
        f"{facts.people} people gave the {facts.raw_scores} markings of this dataset. Their work on the campaign took "
        f"{facts.hours:.1f} hours. This is the time of watching, writing and marking; a gap without any of these "
        f"counts up to {facts.idle_s} seconds."
    )
    yield f"Paid and owed for this work: {facts.cost}."
    yield "The files contain only pseudonyms, which belong to this campaign."


def _limits(tally: MarkedTally) -> Iterator[str]:
    yield from LIMITS
    if tally.recognisable:
        yield (
            f"For {counted(tally.recognisable, 'truth')}, no filler of the same length fits into the rest of the "
            f"video, so somebody who guesses by length can find them. `recognisable` says to which questions they "
            f"belong."
        )

"""README.md of an export: the dataset card and the datasheet, filled from the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from annotator.text.vocabulary import hours
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
from consensus.export.cards.facts import Facts, SplitTally
from consensus.export.folder import Folder
from consensus.export.formats.adjudicated import ADJUDICATED
from consensus.export.formats.corrected import corrected_line
from moments.scale import PUBLISHED

SUBJECT = "Graded relevance of video moments to text queries, with each label agreed by two or four people."
RULES = """\
Two different people scored each pair of a query and a moment {reach}. They saw only
the query and the clip: not the moment's caption, its rank or each other's scores. Scores agree if they differ by at
most the tolerance, and the relevance is their mean, with halves rounded up. Otherwise two more people scored the pair.
One highest and one lowest of these four scores are dropped. If the two that are left agree, their mean is the
relevance; otherwise the pair is discarded. Candidates are the captions most similar to the query, scored in batches. A
second batch was opened if the end of the first was still relevant enough."""
ARCHIVED = """\
The scores were collected elsewhere and imported unchanged. Their authors can say how people were chosen and what they
saw. Two scores of a pair agree if they differ by at most the tolerance, and the relevance is their mean, with halves
rounded up; otherwise the pair is discarded. Of four scores, one highest and one lowest are dropped. If the two that
are left agree, their mean is the relevance; otherwise the pair is discarded. If the files do not describe a pair or
give its times, placeholders say so. If a person scored a pair more than once, all of these scores count for the
verdict, but only the first counts for the agreement figures."""
LIMITS = (
    "Pairs that were never candidates are unjudged, not irrelevant. So are the pairs in `unjudged.jsonl`.",
    "Everybody used the same guideline, so its gaps and biases affect every label.",
)


def write_card(folder: Folder, facts: Facts, tallies: Mapping[str, SplitTally], unjudged: Mapping[str, int]) -> None:
    """`README.md`; texts that admins or leads wrote stand in it as they are."""
    sections = (
        ("What it holds", _contents(folder, facts, tallies, unjudged)),
        ("How it was collected", _collection(facts)),
        ("Protocol", protocol_lines(facts)),
        ("Agreement", _agreement(facts)),
        ("People, hours and cost", _people(facts)),
    )
    write_sections(folder, facts, list(tallies), subject=SUBJECT, first=sections, limits=_limits(facts))


def _contents(
    folder: Folder, facts: Facts, tallies: Mapping[str, SplitTally], unjudged: Mapping[str, int]
) -> Iterator[str]:
    levels = [str(level.relevance) for level in facts.levels]
    yield "\n".join(
        [
            f"| split | labelled queries | labels | {' | '.join(levels)} |",
            f"|---|---|---{'|---' * len(levels)}|",
            *(
                f"| {split} | {len(tally.queries)} | {sum(tally.labels)} | {' | '.join(map(str, tally.labels))} |"
                for split, tally in tallies.items()
            ),
        ]
    )
    heads = ("split", "vocabulary of queries (words)", "moments", "hours of moments", "videos", "hours of videos")
    yield table(heads, ((split, *_size(tally)) for split, tally in tallies.items()))
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(unjudged.items())) or "none"
    yield f"Left unjudged: {counts}. They are in `unjudged.jsonl` with the reason, but not in the label files."
    if count := folder.rows.get(ADJUDICATED, 0):
        yield (
            f"Leads gave {count} of the discarded pairs a relevance, with a pseudonym and a reason. "
            f"These are only in `{ADJUDICATED}`, because they are not consensus labels."
        )
    yield from corrected_line(folder, "queries")
    yield files_table(folder)


def _cell(text: str) -> str:
    return one_line(text).replace("|", "\\|")


def _size(tally: SplitTally) -> tuple[object, ...]:
    moments, videos = tally.moments, tally.videos
    spent = [f"{hours(of_each.values()):.2f}" for of_each in (moments, videos)]
    return len(tally.words), len(moments), spent[0], len(videos), spent[1]


def _collection(facts: Facts) -> Iterator[str]:
    yield facts.stated.collection or NOT_STATED
    yield ARCHIVED if facts.is_archive else RULES.replace("{reach}", facts.reach)
    if facts.levels != PUBLISHED:
        yield table(
            ("level", "name", "gain", "text"),
            ((one.relevance, _cell(one.name), f"{one.gain:g}", _cell(one.long)) for one in facts.levels),
        )
    if facts.encoder:
        yield f"The similarities come from the encoder `{one_line(facts.encoder)}`."
    if facts.sources:
        names = ", ".join(f"`{one_line(source)}`" for source in facts.sources)
        yield f"Candidates were pooled from {len(facts.sources)} rankings: {names}."
    yield guideline_line(facts)
    if facts.moments_shown:
        yield f"The clips {_heard(facts)}."


def _heard(facts: Facts) -> str:
    if not facts.moments_heard:
        return "have no sound"
    if facts.moments_heard == facts.moments_shown:
        return "have sound, which people could switch on"
    return f"of {facts.moments_heard} of {facts.moments_shown} moments have sound, which people could switch on"


def _agreement(facts: Facts) -> Iterator[str]:
    yield f"These figures cover the {facts.raw_scores} scores of {facts.people} people on which the verdicts are based:"
    yield agreement_table(facts.agreement, "pairs")
    yield "Intervals are percentile bootstraps over pairs. A pair has four scores only if its first two disagreed."


def _people(facts: Facts) -> Iterator[str]:
    yield (
        f"{facts.people} people gave the scores of this dataset. Their work on the campaign took {facts.hours:.1f} "
        f"hours. This is the time between scores; each gap counts up to {facts.idle_s} seconds."
    )
    yield f"Paid and owed for this work: {facts.cost}."
    yield "The files contain only pseudonyms, which belong to this campaign."


def _limits(facts: Facts) -> Iterator[str]:
    source = "several rankings, and moments that all of them" if facts.sources else "one ranking, and moments that it"
    yield from (*LIMITS, f"Candidates come from {source} missed are not judged.")

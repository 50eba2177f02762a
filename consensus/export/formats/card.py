"""README.md of an export: the dataset card and the datasheet, filled from the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from consensus.export.folder import Folder
from consensus.export.formats.adjudicated import ADJUDICATED
from consensus.export.formats.check import CHECK
from consensus.export.formats.facts import Agreement, Facts, SplitTally
from consensus.export.formats.front_matter import front_matter
from consensus.export.formats.trec import RATERS

CARD = "README.md"
NOT_STATED = "Not stated by the campaign."
RULES = """\
Two different people scored each pair of a query and a moment from 0 (irrelevant) to 4 (perfect match). They saw only
the query and the clip: not the moment's caption, its rank or each other's scores. Scores agree if they differ by at
most the tolerance, and the relevance is their mean, with halves rounded up. Otherwise two more people scored the pair.
One highest and one lowest of these four scores are dropped. If the two left agree, their mean is the relevance;
otherwise the pair is discarded. Candidates are the captions most similar to the query, scored in batches. A second
batch was opened if the end of the first was still relevant enough."""
ARCHIVED = """\
The scores were collected elsewhere and imported unchanged. Their authors can say how people were chosen and what they
saw. Two scores of a pair agree if they differ by at most the tolerance, and the relevance is their mean, with halves
rounded up; otherwise the pair is discarded. Of four scores, one highest and one lowest are dropped. If the two left
agree, their mean is the relevance; otherwise the pair is discarded. If the files do not describe a pair or give its
times, placeholders say so. If a person scored a pair more than once, all of these scores count for the verdict, but
only the first counts for the agreement figures."""
LIMITS = (
    "Pairs that were never candidates are unjudged, not irrelevant. So are the pairs in `unjudged.jsonl`.",
    "Everybody used the same guideline, so its gaps and biases affect every label.",
)


def write_card(folder: Folder, facts: Facts, tallies: Mapping[str, SplitTally], unjudged: Mapping[str, int]) -> None:
    """`README.md`; texts that admins or leads wrote stand in it as they are."""
    parts = [front_matter(facts, folder.rows, list(tallies)), f"# {_one_line(facts.title)}\n", *_intro(facts)]
    for heading, lines in (
        ("What it holds", _contents(folder, tallies, unjudged)),
        ("How it was collected", _collection(facts)),
        ("Protocol", _protocol(facts)),
        ("Agreement", _agreement(facts)),
        ("People, hours and cost", _people(facts)),
        ("Consent", _consent(facts)),
        ("How to get the videos", [facts.stated.video_access or NOT_STATED]),
        ("Limits", _limits(facts)),
        ("Licence", [_licence(facts)]),
        ("Citation", [_fenced(facts.stated.citation) if facts.stated.citation else NOT_STATED]),
        ("Provenance", _provenance(folder, facts)),
    ):
        parts += [f"## {heading}\n", *(f"{line}\n" for line in lines)]
    folder.write(CARD, "\n".join(parts))


def _intro(facts: Facts) -> Iterator[str]:
    if facts.stated.description:
        yield f"{facts.stated.description}\n"
    yield "Graded relevance of video moments to text queries, each label agreed by two people or by four.\n"
    if facts.unfinished:
        missing = ", ".join(f"{count} {what}" for what, count in facts.unfinished.items())
        yield f"**This is a partial export: {missing}.**\n"


def _contents(folder: Folder, tallies: Mapping[str, SplitTally], unjudged: Mapping[str, int]) -> Iterator[str]:
    yield "\n".join(
        [
            "| split | labelled queries | labels | 0 | 1 | 2 | 3 | 4 |",
            "|---|---|---|---|---|---|---|---|",
            *(
                f"| {split} | {len(tally.queries)} | {sum(tally.labels)} | {' | '.join(map(str, tally.labels))} |"
                for split, tally in tallies.items()
            ),
        ]
    )
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(unjudged.items())) or "none"
    yield f"Left unjudged: {counts}. They are in `unjudged.jsonl` with the reason, and in no file of labels."
    if count := folder.rows.get(ADJUDICATED, 0):
        yield (
            f"Leads gave {count} of the discarded pairs a relevance, with a pseudonym and a reason. "
            f"These are only in `{ADJUDICATED}`, because they are not consensus labels."
        )
    # the raters' own files are too many to list
    files = [f"| `{name}` | {folder.rows[name]} |" for name in sorted(folder.rows) if not name.startswith(f"{RATERS}/")]
    yield "\n".join(["| file | rows |", "|---|---|", *files])


def _collection(facts: Facts) -> Iterator[str]:
    yield facts.stated.collection or NOT_STATED
    yield ARCHIVED if facts.is_archive else RULES
    if facts.encoder:
        yield f"The similarities come from the encoder `{_one_line(facts.encoder)}`."
    if facts.sources:
        names = ", ".join(f"`{_one_line(source)}`" for source in facts.sources)
        yield f"Candidates were pooled from {len(facts.sources)} rankings: {names}."
    version = facts.guideline_version
    yield (
        f"The guideline in force was version {version}." if version else "Annotators used the platform's own guideline."
    )


def _protocol(facts: Facts) -> Iterator[str]:
    keys = list(next(iter(facts.protocols.values()), {}))
    yield "\n".join(
        [
            f"| version | {' | '.join(keys)} |",
            "|---" * (len(keys) + 1) + "|",
            *(
                f"| {version} | {' | '.join(str(values[key]) for key in keys)} |"
                for version, values in facts.protocols.items()
            ),
        ]
    )
    yield "Each batch was settled under the version in force when it was opened."


def _agreement(facts: Facts) -> Iterator[str]:
    yield f"These figures cover the {facts.raw_scores} scores of {facts.people} people that the verdicts rest on:"
    rows = [f"| {one.measure} | {_value(one)} | {one.units} |" for one in facts.agreement]
    yield "\n".join(["| measure | value [95% interval] | pairs |", "|---|---|---|", *rows])
    yield "Intervals are percentile bootstraps over pairs. A pair has four scores only if its first two disagreed."


def _value(one: Agreement) -> str:
    if one.value is None:
        return f"none: {one.reason}"
    if one.low is None or one.high is None:
        return f"{one.value:.3f} (no interval{': ' + one.reason if one.reason else ''})"
    return f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]"


def _people(facts: Facts) -> Iterator[str]:
    yield (
        f"{facts.people} people gave the scores of this dataset. Their work on the campaign took {facts.hours:.1f} "
        f"hours. This is the time between scores; each gap counts up to {facts.idle_s} seconds."
    )
    yield f"Paid and owed for this work: {facts.cost}."
    yield "The files contain only pseudonyms, which belong to this campaign."


def _consent(facts: Facts) -> Iterator[str]:
    consent = facts.consent
    if consent is None:
        yield facts.stated.consent or NOT_STATED
        return
    agreed, before = consent.agreed, consent.agreed_before
    yield (
        f"People agree to a text on the platform before they work. Version {consent.version} is in force. Of the "
        f"{facts.people} people whose scores are in this dataset, {agreed} agreed to it, {before} only to an earlier "
        f"version, and {facts.people - agreed - before} to none."
    )
    yield _fenced(consent.text)
    if facts.stated.consent:
        yield facts.stated.consent


def _limits(facts: Facts) -> Iterator[str]:
    if facts.stated.limits:
        yield facts.stated.limits
    source = "several rankings, and moments that all of them" if facts.sources else "one ranking, and moments that it"
    yield "\n".join(f"- {limit}" for limit in (*LIMITS, f"Candidates come from {source} missed are not judged."))


def _licence(facts: Facts) -> str:
    stated = facts.stated
    return " ".join(filter(None, (stated.licence and f"{stated.licence}.", stated.licence_url))) or NOT_STATED


def _provenance(folder: Folder, facts: Facts) -> Iterator[str]:
    check = (
        f", and `{CHECK}` explains how to check an evaluator against this dataset"
        if (folder.path / CHECK).is_file()
        else ""
    )
    yield (
        f"Exported by {facts.software} at entry {facts.ledger_length} of the campaign's ledger, hash "
        f"`{facts.ledger_hash}`. `manifest.json` holds the checksum of every file{check}."
    )


def _fenced(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"


def _one_line(text: str) -> str:
    return " ".join(text.split())

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
Each pair of a query and a moment was scored 0 (irrelevant) to 4 (perfect match) by two different people who saw the
query and the clip and nothing else: not the moment's caption, its rank or each other's scores. Scores that differ by
at most the tolerance agree, and the relevance is their mean, a half rounded up. Otherwise two further people scored
the pair; of the four scores one highest and one lowest are dropped, and the two left agree by the same rule or the pair
is discarded. Candidates are the captions most similar to the query, scored in batches; a second batch was opened where
the end of the first was still relevant enough."""
ARCHIVED = """\
The scores were given elsewhere and imported as they are; how people were chosen and what they saw is for whoever made
them to say. Two scores of a pair that differ by at most the tolerance agree, and the relevance is their mean, a half
rounded up; two that differ by more are discarded. Of four, one highest and one lowest are dropped, and the two left
agree by the same rule or the pair is discarded. Where files did not describe a pair or tell its times, stand-ins say
so. A person's further scores of one pair count for the verdict, and not for the figures of agreement."""
LIMITS = (
    "Pairs that nobody ranked among the candidates are unjudged, not irrelevant; so are those in `unjudged.jsonl`.",
    "All people worked by one guideline, so what it leaves out or leans to is in every label.",
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
    yield f"Left unjudged: {counts}. They stand in `unjudged.jsonl` with the reason and in no file of labels."
    if count := folder.rows.get(ADJUDICATED, 0):
        yield (
            f"Leads gave {count} of the discarded pairs a relevance of their own, by a "
            f"pseudonym and for a reason. These stand in `{ADJUDICATED}` alone: they are no consensus labels."
        )
    # the raters' own files are too many to list
    files = [f"| `{name}` | {folder.rows[name]} |" for name in sorted(folder.rows) if not name.startswith(f"{RATERS}/")]
    yield "\n".join(["| file | rows |", "|---|---|", *files])


def _collection(facts: Facts) -> Iterator[str]:
    yield facts.stated.collection or NOT_STATED
    yield ARCHIVED if facts.is_archive else RULES
    if facts.encoder:
        yield f"Similarities are by the encoder `{_one_line(facts.encoder)}`."
    if facts.sources:
        names = ", ".join(f"`{_one_line(source)}`" for source in facts.sources)
        yield f"Candidates were pooled from {len(facts.sources)} rankings: {names}."
    version = facts.guideline_version
    yield f"The guideline in force was version {version}." if version else "The guideline was the platform's own."


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
    yield "A batch was settled under the version that was in force when it was opened."


def _agreement(facts: Facts) -> Iterator[str]:
    yield f"Over the {facts.raw_scores} scores of {facts.people} people that the verdicts rest on:"
    rows = [f"| {one.measure} | {_value(one)} | {one.units} |" for one in facts.agreement]
    yield "\n".join(["| measure | value [95% interval] | pairs |", "|---|---|---|", *rows])
    yield "Intervals are percentile bootstraps over pairs. Pairs with four scores are those whose first two disagreed."


def _value(one: Agreement) -> str:
    if one.value is None:
        return f"none: {one.reason}"
    if one.low is None or one.high is None:
        return f"{one.value:.3f} (no interval{': ' + one.reason if one.reason else ''})"
    return f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]"


def _people(facts: Facts) -> Iterator[str]:
    yield (
        f"{facts.people} people gave the scores of this dataset. Their work on the campaign took {facts.hours:.1f} "
        f"hours: the time from one score to the next, a gap counting up to {facts.idle_s} seconds."
    )
    yield f"What was paid and is owed for it: {facts.cost}."
    yield "People stand in the files under pseudonyms of this campaign alone."


def _consent(facts: Facts) -> Iterator[str]:
    consent = facts.consent
    if consent is None:
        yield facts.stated.consent or NOT_STATED
        return
    agreed, before = consent.agreed, consent.agreed_before
    yield (
        f"Before they work people agree to a text on the platform. Version {consent.version} is in force: of the "
        f"{facts.people} people whose scores stand in this dataset {agreed} agreed to it, {before} to an earlier "
        f"version alone, {facts.people - agreed - before} to none."
    )
    yield _fenced(consent.text)
    if facts.stated.consent:
        yield facts.stated.consent


def _limits(facts: Facts) -> Iterator[str]:
    if facts.stated.limits:
        yield facts.stated.limits
    found = "the pooled rankings, and what all of them miss" if facts.sources else "one ranking, and what it misses"
    yield "\n".join(f"- {limit}" for limit in (*LIMITS, f"Candidates come from {found} is missing here."))


def _licence(facts: Facts) -> str:
    stated = facts.stated
    return " ".join(filter(None, (stated.licence and f"{stated.licence}.", stated.licence_url))) or NOT_STATED


def _provenance(folder: Folder, facts: Facts) -> Iterator[str]:
    check = (
        f", `{CHECK}` says how to check an evaluator against this dataset" if (folder.path / CHECK).is_file() else ""
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

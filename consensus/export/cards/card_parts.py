"""What every dataset card has: its sections in order, protocol, consent, licence, files, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from consensus.export.cards.citation import bibtex, citation_line, creator_names
from consensus.export.cards.facts import Agreement, Facts
from consensus.export.cards.front_matter import front_matter
from consensus.export.folder import Folder
from consensus.export.formats.check import CHECK
from consensus.export.formats.trec import RATERS

CARD = "README.md"
NOT_STATED = "Not stated by the campaign."
Section = tuple[str, Iterable[str]]


def write_sections(
    folder: Folder, facts: Facts, splits: list[str], *, subject: str, first: Iterable[Section], limits: Iterable[str]
) -> None:
    """`README.md`: front matter, what the dataset is, the sections of its kind, then those that every card has."""
    parts = [front_matter(facts, folder.rows, splits), f"# {one_line(facts.title)}\n", *_intro(facts, subject)]
    for heading, lines in (
        *first,
        ("Consent", _consent(facts)),
        ("How to get the videos", [facts.stated.video_access or NOT_STATED]),
        ("Limits", [*filter(None, [facts.stated.limits]), "\n".join(f"- {limit}" for limit in limits)]),
        ("Licence", [_licence(facts)]),
        ("Citation", _citation(facts)),
        ("Provenance", _provenance(folder, facts)),
    ):
        parts += [f"## {heading}\n", *(f"{line}\n" for line in lines)]
    folder.write(CARD, "\n".join(parts))


def _intro(facts: Facts, subject: str) -> Iterator[str]:
    if facts.is_trial:
        yield "**This is a trial: all scores come from synthetic annotators. These are not labels.**\n"
    if facts.stated.description:
        yield f"{facts.stated.description}\n"
    yield f"{subject}\n"
    if facts.unfinished:
        missing = ", ".join(f"{count} {what}" for what, count in facts.unfinished.items())
        yield f"**This is a partial export: {missing}.**\n"


def table(heads: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    head = [str(cell) for cell in heads]
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *lines])


def files_table(folder: Folder) -> str:
    """The files with rows, without the raters' own, which are too many to list."""
    names = (name for name in sorted(folder.rows) if not name.startswith(f"{RATERS}/"))
    return table(("file", "rows"), ((f"`{name}`", folder.rows[name]) for name in names))


def guideline_line(facts: Facts) -> str:
    """Which guideline people had."""
    version = facts.guideline_version
    return (
        f"The guideline in force was version {version}." if version else "Annotators used the platform's own guideline."
    )


def protocol_lines(facts: Facts) -> Iterator[str]:
    """Every version of the protocol."""
    keys = list(next(iter(facts.protocols.values()), {}))
    rows = ((version, *(values[key] for key in keys)) for version, values in facts.protocols.items())
    yield table(("version", *keys), rows)
    yield "Each batch was settled under the version in force when it was opened."


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
    yield fenced(consent.text)
    if facts.stated.consent:
        yield facts.stated.consent


def _licence(facts: Facts) -> str:
    stated = facts.stated
    return " ".join(filter(None, (stated.licence and f"{stated.licence}.", stated.licence_url))) or NOT_STATED


def _citation(facts: Facts) -> Iterator[str]:
    """What admins wrote and, where they name the creators, the dataset as a line and as BibTeX."""
    stated = facts.stated
    if stated.citation:
        yield fenced(stated.citation)
    if creator_names(stated):
        yield "To cite the dataset itself:" if stated.citation else "To cite the dataset:"
        yield citation_line(facts.title, stated)
        yield fenced(bibtex(facts.slug, facts.title, stated), "bibtex")
    elif not stated.citation:
        yield NOT_STATED


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


def fenced(text: str, language: str = "") -> str:
    """The text as a block that Markdown leaves alone."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"


def one_line(text: str) -> str:
    """The text without line breaks."""
    return " ".join(text.split())


def agreement_table(measures: Iterable[Agreement], units: str) -> str:
    """Each measure with its interval and the number of `units` that it rests on."""
    rows = [f"| {one.measure} | {_value(one)} | {one.units} |" for one in measures]
    return "\n".join([f"| measure | value [95% interval] | {units} |", "|---|---|---|", *rows])


def _value(one: Agreement) -> str:
    if one.value is None:
        return f"none: {one.reason}"
    if one.low is None or one.high is None:
        return f"{one.value:.3f} (no interval{': ' + one.reason if one.reason else ''})"
    return f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]"

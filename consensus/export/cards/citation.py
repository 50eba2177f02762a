"""How to cite a dataset: a line for people and an entry of BibTeX, made of what its admins state."""

from __future__ import annotations

from consensus.export.cards.facts import Stated

# What has a meaning in LaTeX, and how it is printed.
ESCAPES = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
})  # fmt: skip


def creator_names(stated: Stated) -> list[str]:
    """The creators one by one."""
    return [" ".join(name.split()) for name in stated.creators.split(";") if name.strip()]


def citation_line(title: str, stated: Stated) -> str:
    """Creators, year, title, version and homepage, as a bibliography has them."""
    creators, year = "; ".join(creator_names(stated)), stated.published_on[:4]
    version = f" (version {stated.version})" if stated.version else ""
    named = _plain(title).rstrip(".")
    sentences = (f"{creators} ({year})" if year else creators, f"{named}{version} [data set]")
    return " ".join((*(f"{one.removesuffix('.')}." for one in sentences if one), stated.homepage)).strip()


def bibtex(slug: str, title: str, stated: Stated) -> str:
    """The dataset as `@misc`; fields that nobody states are left out."""
    year = stated.published_on[:4]
    fields = {
        "author": " and ".join(map(_author, creator_names(stated))),
        "title": f"{{{_latex(title)}}}" if title else "",
        "year": year,
        "version": _latex(stated.version),
        "howpublished": "Data set",
        "url": "".join(stated.homepage.split()).replace("{", "%7B").replace("}", "%7D"),
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return "\n".join((f"@misc{{{slug}{year},", ",\n".join(lines), "}"))


def _author(name: str) -> str:
    """The name as BibTeX takes it for one: in braces where it would take it for two."""
    return f"{{{_latex(name)}}}" if " and " in name.lower() else _latex(name)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _latex(text: str) -> str:
    return _plain(text).translate(ESCAPES)

"""The report as one HTML file that needs nothing else: no script, no other file, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from annotator.text.section import Section
from consensus.report.drawing import unstyled
from consensus.report.tables import as_html

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:70rem;color:#1a2227;background:#fff}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.875rem}
caption{text-align:left;font-weight:600;padding:.5rem 0}
th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #8884}
.text{text-align:left;white-space:nowrap}
svg{width:100%;max-width:36rem;height:auto}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,28rem),1fr));gap:1rem}
.scroll{overflow-x:auto}
@media(max-width:45rem){.figures{overflow-x:auto}.figures svg{min-width:30rem}}
@media(prefers-color-scheme:dark){body{color:#e7ecee;background:#13181b}}
"""


def report_page(title: str, notes: Sequence[str], sections: Sequence[Section], svgs: Mapping[str, str]) -> str:
    """The page: what it is of, then each section's sentence, drawings and table."""
    paragraphs = "\n".join(f"<p>{escape(note)}</p>" for note in notes)
    body = "\n".join(_section(section, svgs) for section in sections)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head>\n'
        f"<body>\n<h1>{escape(title)}</h1>\n{paragraphs}\n{body}</body></html>\n"
    )


def _section(section: Section, svgs: Mapping[str, str]) -> str:
    figures = "".join(unstyled(svgs[plot.name]) for plot in section.plots)
    drawn = f'<div class="figures" tabindex="0">{figures}</div>\n' if figures else ""
    table = f'<div class="scroll" tabindex="0">{as_html(section)}</div>' if section.rows else ""
    heading = f"<h2>{escape(section.title)}</h2>\n<p>{escape(section.sentence)}</p>\n"
    return f'<section id="{section.name}">{heading}{drawn}{table}</section>\n'

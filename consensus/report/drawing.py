"""Draws plots in a process of its own, so that no web process or worker ever carries the chart library.

`python -m consensus.report.drawing` reads a JSON list of plots and of SVGs to turn into PNGs, and writes a JSON object:
name → [SVG, PNG in base64].
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from annotator.text.section import Plot
from moments.base.errors import BadInput

ROOT = Path(__file__).resolve().parents[2]
LONGEST_S = 120
VEGA_LITE = "6.4"
INK, PAPER = "#26323a", "#ffffff"
STYLE = "<style>svg{color:#26323a}@media(prefers-color-scheme:dark){svg{color:#dfe6e9}}</style>"


def drawn(plots: Sequence[Plot]) -> dict[str, tuple[str, bytes]]:
    """Each plot's SVG, transparent and with a style for light and dark, and PNG, on white.

    Raises BadInput if the process ends badly or takes longer than two minutes.
    """
    return _drawn([asdict(plot) for plot in plots])


def pictured(svg: str) -> tuple[str, bytes]:
    """The same of an SVG that is drawn in the colour of its text; raises BadInput likewise."""
    return _drawn([{"name": "picture", "svg": svg}])["picture"]


def styled(svg: str) -> str:
    """The SVG with the style for light and dark behind its opening tag."""
    head, rest = svg.split(">", 1)
    return f"{head}>{STYLE}{rest}"


def _drawn(items: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, bytes]]:
    given = json.dumps(items)
    command = [sys.executable, "-m", "consensus.report.drawing"]
    try:
        child = subprocess.run(  # noqa: S603 - a list, no shell
            command, input=given, capture_output=True, text=True, check=True, timeout=LONGEST_S, cwd=ROOT
        )
    except subprocess.TimeoutExpired as error:
        raise BadInput(f"the figures took longer than {LONGEST_S} s to draw") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[-1:] or [f"exit code {error.returncode}"]
        raise BadInput(f"the figures could not be drawn: {last[0]}") from error
    return {name: (svg, base64.b64decode(png)) for name, (svg, png) in json.loads(child.stdout).items()}


def unstyled(svg: str) -> str:
    """The SVG in the colour of the text around it, without a style of its own."""
    return svg.replace(STYLE, "", 1)


def _draw(plot: Mapping[str, Any]) -> tuple[str, str]:
    import vl_convert

    if "svg" in plot:
        drawing = plot["svg"]
        whole = styled(drawing)
    else:
        from consensus.report.charts import specification

        drawing = vl_convert.vegalite_to_svg(specification(plot), vl_version=VEGA_LITE)
        whole = _labelled(drawing, str(plot["sentence"]))
    png = vl_convert.svg_to_png(_on_paper(drawing), scale=2)
    return whole, base64.b64encode(png).decode("ascii")


def _on_paper(svg: str) -> str:
    """The SVG in dark ink on white."""
    head, rest = svg.replace("currentColor", INK).split(">", 1)
    return f'{head}><rect width="100%" height="100%" fill="{PAPER}"/>{rest}'


def _labelled(svg: str, sentence: str) -> str:
    """The SVG as one image whose name is the sentence, with the style behind its opening tag."""
    head, rest = svg.split(">", 1)
    return f'{head} role="img" aria-label="{escape(sentence)}">{STYLE}{rest}\n'


if __name__ == "__main__":
    json.dump({plot["name"]: _draw(plot) for plot in json.load(sys.stdin)}, sys.stdout)

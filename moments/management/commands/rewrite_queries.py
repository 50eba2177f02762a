"""`rewrite_queries`: every moment's description becomes its caption, names replaced."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from moments.corpus.files.names_file import read_names
from moments.encoders import DEFAULT_ENCODER, ENCODERS
from moments.jobs.services.doing import Go
from moments.management.command import ReelevanceCommand
from moments.management.held_jobs import do_watched, require_done
from moments.models import RewriteRun
from moments.rewriting.pacing import Pace
from moments.rewriting.selectors.progress import require_unsampled, rewrite_progress, rewriting_figures
from moments.rewriting.services.by_model import ModelRewriting
from moments.rewriting.services.by_names import names_mark, rewrite_by_names
from moments.rewriting.services.jobs import REWRITING, fitted_checker, model_manner, set_endpoint
from moments.rewriting.services.runs import Manner, order_run, retry_failed
from moments.rewriting.tagging.registry import DEFAULT, ListedTagger

ACTOR = "command"


class Command(ReelevanceCommand):
    """Rewrites descriptions into captions."""

    help = (
        "Replace people's names in every description with general words, before sampling and ranking. The chat "
        "endpoint "
        "of LLM_BASE_URL, LLM_MODEL and LLM_API_KEY does it, or a list of names. Captions that fail the checks twice "
        "wait for a person on the page Corpus, Rewriting. If it is stopped or interrupted, run it again to continue."
    )
    reports = True
    remedies = {
        "names_from": "; without one, --names-from replaces names by a list",
        "tagger": ", or check names by --tagger capitals, or not at all by --tagger none",
    }

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How names are replaced and checked, and how fast."""
        super().add_arguments(parser)
        add = parser.add_argument
        listed = "use this list (CSV or JSON of name and gender) instead of an endpoint"
        add("--names-from", type=Path, metavar="FILE", help=listed)
        taggers = f"how leftover names are found: spacy or capitals, joined by +, or none (default: {DEFAULT})"
        add("--tagger", default=DEFAULT, help=taggers)
        names = ", ".join(sorted(kind.name for kind in ENCODERS.values() if kind.compares_texts))
        encoders = f"the encoder that measures similarity: {names} (default: {DEFAULT_ENCODER})"
        add("--encoder", default=DEFAULT_ENCODER, help=encoders)
        add("--parallel", type=int, default=4, metavar="N", help="how many requests run at the same time (default: 4)")
        add("--rate", type=int, default=60, metavar="R", help="requests per minute (default: 60)")
        add("--retry-failed", action="store_true", help="ask again for captions that got no answer")

    def run(self, **options: Any) -> None:
        """Rewrite, and say what became of it; a run that something ended early exits with 1."""
        require_unsampled(self.campaign)
        run, rewrite = self._begin(options)
        if options["retry_failed"]:
            retry_failed(campaign=self.campaign)
        left = rewrite_progress(self.campaign)
        total = left.waiting if run.method == "model" else left.moments - left.accepted
        do_watched(self, REWRITING, run.job, rewrite, total=total, what="rewriting")
        run.refresh_from_db()
        figures = rewriting_figures(run=run)
        self.report(figures if options["json"] else _lines(figures), as_json=options["json"])
        require_done(run.job)

    def _begin(self, options: dict[str, Any]) -> tuple[RewriteRun, Callable[[Go], None]]:
        """A run that this process holds, and its work; everything that may be missing is looked for before."""
        names = read_names(options["names_from"]) if options["names_from"] else None
        shared = {name: options[name] for name in ("encoder", "tagger", "parallel", "rate")}
        if names is None:
            manner = model_manner(**shared)
        else:
            manner = Manner("names", options["names_from"].name[:120], names_mark(names), **shared)
        besides = ListedTagger(names) if names else None
        checker = fitted_checker(campaign=self.campaign, encoder=manner.encoder, tagger=manner.tagger, besides=besides)
        run = order_run(campaign=self.campaign, manner=manner, actor=ACTOR, now=self.now(), held=True)
        if names is None:
            return run, lambda go: ModelRewriting(run, set_endpoint(), checker, Pace(run.rate), go).rewrite()
        return run, partial(rewrite_by_names, run=run, names=names, checker=checker)


def _lines(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures with their tables as text."""
    words = ", ".join(f"{row['word']} ({row['gender']}) {row['count']:,}" for row in figures["words"])
    shared = figures["identical"]
    return figures | {"words": words or "none", "identical": f"{shared['texts']} texts on {shared['moments']} moments"}

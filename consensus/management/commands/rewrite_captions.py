"""`rewrite_captions`: a model writes the accepted captions of training in other words."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from consensus.twin_rewrites.selectors.progress import rewrite_figures
from consensus.twin_rewrites.selectors.tasks import captions_to_rewrite
from consensus.twin_rewrites.services.jobs import REWRITES, rewrite_held, rewrite_manner
from consensus.twin_rewrites.services.runs import order_rewrites
from consensus.twins.rewrites.choosing import STANDARD_RULES
from moments.encoders import DEFAULT_ENCODER, known_encoders
from moments.jobs.services.doing import Go
from moments.management.command import ReelevanceCommand
from moments.management.held_jobs import do_watched, require_done

FIELDS = ("per_caption", "rounds", "encoder", "least_similar", "parallel", "rate", "most_tokens")


class Command(ReelevanceCommand):
    """Rewrites captions of twins."""

    help = (
        "Let the model of LLM_BASE_URL, LLM_MODEL and LLM_API_KEY write the accepted captions of training in other "
        "words. A rewrite is kept if it passes the checks of captions, is similar enough to its caption, nearer to "
        "it than to the caption of the twin, and unlike the other rewrites. If it is stopped or interrupted, run it "
        "again."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many are wanted, how they are compared, and how fast and how much is asked."""
        super().add_arguments(parser)
        add = parser.add_argument
        wanted = STANDARD_RULES.wanted
        add("--per-caption", type=int, default=wanted, metavar="N", help=f"rewrites wanted (default: {wanted})")
        add("--rounds", type=int, default=3, metavar="N", help="how often to ask for one caption (default: 3)")
        add("--encoder", default=DEFAULT_ENCODER, metavar="NAME", help=f"{known_encoders()} (default: lexical)")
        least = "lowest similarity of a rewrite to its caption (default: 0.7; with lexical 0.3)"
        add("--least-similar", type=float, default=None, metavar="S", help=least)
        add("--parallel", type=int, default=4, metavar="N", help="how many requests run at the same time (default: 4)")
        add("--rate", type=int, default=60, metavar="R", help="requests per minute (default: 60)")
        budget = "end once the endpoint has counted this many tokens (default: 2000000)"
        add("--most-tokens", type=int, default=2_000_000, metavar="N", help=budget)

    def run(self, **options: Any) -> None:
        """Rewrite, and say what became of it; a run that something ended early exits with 1."""
        manner = rewrite_manner(**{name: options[name] for name in FIELDS})
        run = order_rewrites(campaign=self.campaign, manner=manner, actor="admin", now=self.now(), held=True)
        total = len(captions_to_rewrite(self.campaign))

        def work(go: Go) -> None:
            rewrite_held(run.job, go)

        do_watched(self, REWRITES, run.job, work, total=total, what="rewriting captions")
        run.refresh_from_db()
        figures = rewrite_figures(run)
        self.report(figures if options["json"] else _lines(figures), as_json=options["json"])
        require_done(run.job)


def _lines(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures with their reasons as text."""
    worded = {
        name: "; ".join(f"{reason} ({count:,})" for reason, count in figures[name].items()) or "none"
        for name in ("refused", "reasons")
    }
    return figures | worded

"""`write_captions`: a model describes the truths of decided questions from pictures of them (M5)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from consensus.captioning.languages import DEFAULT, LANGUAGES
from consensus.captioning.selectors import caption_figures, uncaptioned
from consensus.captioning.services.jobs import CAPTIONS, caption_manner, write_held
from consensus.captioning.services.runs import order_captions
from moments.jobs.services.doing import Go
from moments.management.command import ReelevanceCommand
from moments.management.held_jobs import do_watched, require_done

FIELDS = ("language", "frames", "height", "parallel", "rate", "most_tokens")


class Command(ReelevanceCommand):
    """Writes captions."""

    help = (
        "Let the model of LLM_BASE_URL, LLM_MODEL and LLM_API_KEY describe the true answer of every decided question "
        "that has no caption. Only pictures of the true segments are sent: no names and no question texts. A caption "
        "counts once somebody other than the requester accepts it. If it is stopped or interrupted, run it again."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is sent, in which language the answer is, and how fast and how much is asked."""
        super().add_arguments(parser)
        add = parser.add_argument
        add("--language", default=DEFAULT, metavar="NAME", help=f"{', '.join(LANGUAGES)} (default: {DEFAULT})")
        add("--frames", type=int, default=8, metavar="N", help="pictures of each truth (default: 8)")
        add("--height", type=int, default=360, metavar="LINES", help="the pictures' largest height (default: 360)")
        add("--parallel", type=int, default=4, metavar="N", help="how many requests run at the same time (default: 4)")
        add("--rate", type=int, default=60, metavar="R", help="requests per minute (default: 60)")
        budget = "end once the endpoint has counted this many tokens (default: 2000000)"
        add("--most-tokens", type=int, default=2_000_000, metavar="N", help=budget)
        add("--requester", default="admin", help="the pseudonym of the person who requests them (default: admin)")

    def run(self, **options: Any) -> None:
        """Write, and say what became of it; a run that something ended early exits with 1."""
        manner = caption_manner(**{name: options[name] for name in FIELDS})
        order = {"campaign": self.campaign, "manner": manner, "actor": options["requester"]}
        run = order_captions(**order, now=self.now(), held=True)
        total = uncaptioned(self.campaign).count()

        def work(go: Go) -> None:
            write_held(run.job, go)

        do_watched(self, CAPTIONS, run.job, work, total=total, what="writing captions")
        run.refresh_from_db()
        figures = caption_figures(run)
        self.report(figures if options["json"] else _lines(figures), as_json=options["json"])
        require_done(run.job)


def _lines(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures with their reasons as text."""
    reasons = "; ".join(
        f"{one['reason']} (questions {', '.join(map(str, one['questions'][:20]))})" for one in figures["reasons"]
    )
    return figures | {"reasons": reasons or "none"}

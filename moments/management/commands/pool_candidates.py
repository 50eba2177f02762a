"""`pool_candidates`: pairs out of several systems' candidates."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from moments.encoders import is_encoder, known_encoders
from moments.management.command import ReelevanceCommand
from moments.ranking.services.pooling import Pool, PoolOrder, pool_candidates


class Command(ReelevanceCommand):
    """Pools candidates."""

    help = (
        "Interleave the candidates of several sources for every query that is not open yet: encoders, ranked now, "
        "and lists from import_candidates --source. Each pair records which sources found it, and at which rank."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Sources, depth, how many to keep, and whose similarity pairs get."""
        super().add_arguments(parser)
        sources = f"the sources in turn order, comma-separated: {known_encoders()}, lists"
        parser.add_argument("--sources", required=True, help=sources)
        parser.add_argument("--depth", type=int, help="candidates to take from each source (default: as many as --top)")
        parser.add_argument("--top", type=int, default=40, help="candidates per query (default: 40)")
        parser.add_argument(
            "--similarity", default="", help="the encoder that gives pairs their similarity (default: the first source)"
        )

    def run(self, **options: Any) -> None:
        """Pool and say who found how much."""
        sources = [name.strip() for name in options["sources"].split(",") if name.strip()]
        depth = options["top"] if options["depth"] is None else options["depth"]
        order = PoolOrder(sources, depth, options["top"], options["similarity"])
        steps = self.campaign.moments.count() + 2 * self.campaign.queries.count()
        with self.progress(steps * sum(map(is_encoder, sources)), "encoding and ranking") as advance:
            pool = pool_candidates(
                campaign=self.campaign, order=order, now=self.now(), advance=advance, encoding=advance
            )
        for source, queries in pool.lacking.items():
            if queries:
                self.warn(f"{source} has no list for {queries} of {pool.queries} queries")
        self.report(_figures(pool, order), as_json=options["json"])


def _figures(pool: Pool, order: PoolOrder) -> dict[str, object]:
    return {
        "queries": pool.queries,
        "pairs": pool.pairs,
        "open_and_left_alone": pool.left_alone,
        "similarity_by": order.measured_by,
        "found_by": dict(pool.found),
        "found_by_it_alone": dict(pool.alone),
    }

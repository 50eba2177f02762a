"""EXISTS that PostgreSQL asks row by row, whatever it believes of the tables."""

from __future__ import annotations

from django.db.models import Exists


class ExistsEachRow(Exists):
    """As Exists, but never turned into a join, nor into a table of all rows that might be asked for.

    Both read far more than a few indexed rows where statistics are older than the work. For queries of few rows by
    an index that leads to them: many rows are better joined. OFFSET is what the planner leaves alone.
    """

    template = "EXISTS(%(subquery)s OFFSET 0)"  # Django ends the query with LIMIT 1

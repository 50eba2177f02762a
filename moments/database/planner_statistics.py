"""Tells PostgreSQL's planner of rows that came all at once; SQLite plans without."""

from __future__ import annotations

from django.db import connection
from django.db.models import Model


def refresh_statistics(*models: type[Model]) -> None:
    """ANALYZE the tables of the models, after many rows were written at once."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for model in models:
                cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")

"""Lets a migration change tables after rows: PostgreSQL refuses while checks of these rows are put off."""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def check_pending(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Check now what this transaction has put off to its end."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")

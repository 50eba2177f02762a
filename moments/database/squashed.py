"""A migration that stands for all others of its app in a new database."""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel, Migration
from django.db.migrations.state import ProjectState


class Squashed(Migration):
    """Makes each table once, as it is after all operations.

    Django would make the table of every operation, and the models that are related to it, again for each operation:
    most of the time that a new database took.
    """

    def apply(
        self, project_state: ProjectState, schema_editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
    ) -> ProjectState:
        """The state after all operations; the tables are made from it."""
        project_state.__dict__.pop("apps", None)  # it is rendered by the first table, and not by every operation
        for operation in self.operations:
            operation.state_forwards(self.app_label, project_state)
        for operation in self.operations:
            if isinstance(operation, CreateModel):
                operation.database_forwards(self.app_label, schema_editor, project_state, project_state)
        return project_state

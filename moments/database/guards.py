"""Database triggers that hold what a constraint cannot say: rows that never change, facts across tables, and columns
that repeat a value of another row.

They are created again after every migrate, because SQLite drops a table's triggers when a migration
rebuilds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuse `events` on `table` for rows where `when` holds (SQL over NEW and OLD), saying `message`.

    `only` is a condition without subqueries that is looked at first, so that other rows cost next to nothing. `among`
    is looked at next, and may have them: it spares most rows a `when` that joins many tables.
    """

    name: str
    table: str
    events: tuple[str, ...]
    message: str
    when: str = "1 = 1"
    only: str = ""
    among: str = ""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """After `events` on `table`, for rows where `when` holds, run `statement` (SQL over NEW)."""

    name: str
    table: str
    events: tuple[str, ...]
    statement: str
    when: str = "1 = 1"


OF_COLUMNS = "UPDATE OF "


def guard_on_scale(name: str, table: str, column: str, rows: str) -> Guard:
    """Refuse in `column` a relevance beyond the scale of its campaign, the `c` of `rows` (from FROM on).

    Every scale has the levels 0 and 1, so that nothing is looked up for them.
    """
    return Guard(
        name,
        table,
        ("INSERT", f"UPDATE OF {column}"),
        f"a {column} lies on the scale of its campaign",
        f"EXISTS (SELECT 1 FROM {rows} AND c.highest < NEW.{column})",
        only=f"NEW.{column} > 1",
    )


def guard_unchanging(
    name: str, table: str, message: str, rows: str = "moments_campaign c WHERE c.id = OLD.campaign_id"
) -> Guard:
    """Refuse to change or delete a row of a campaign, the `c` of `rows` (from FROM on), that is no trial.

    A trial can be removed with all that is in it.
    """
    return Guard(name, table, ("UPDATE", "DELETE"), message, f"EXISTS (SELECT 1 FROM {rows} AND NOT c.is_trial)")


CAMPAIGN_GUARDS = (
    Guard(
        "campaign_kind_fixed",
        "moments_campaign",
        ("UPDATE OF kind",),
        "the kind of a campaign is fixed once it opens",
        only="NEW.kind <> OLD.kind AND OLD.status <> 'draft'",
    ),
    Guard(
        "campaign_trial_fixed",
        "moments_campaign",
        ("UPDATE OF is_trial",),
        "a trial stays a trial, and no other campaign becomes one",
        only="NEW.is_trial <> OLD.is_trial",
    ),
)

SCALE_GUARDS = (
    Guard(
        "campaign_opens_with_levels",
        "moments_campaign",
        ("UPDATE OF status",),
        "a campaign leaves draft with a name for each level of its scale",
        "(SELECT COUNT(*) FROM moments_scalelevel l WHERE l.campaign_id = NEW.id) <> NEW.highest + 1",
        only="OLD.status = 'draft' AND NEW.status <> 'draft'",
    ),
    Guard(
        "level_on_scale",
        "moments_scalelevel",
        ("INSERT",),
        "a level lies on the scale of its campaign",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND c.highest < NEW.relevance)",
    ),
    Guard("level_unchanging", "moments_scalelevel", ("UPDATE",), "a level never changes; a new scale takes its place"),
    Guard(
        "protocol_on_scale",
        "moments_protocolversion",
        ("INSERT", "UPDATE OF tolerance, threshold"),
        "the tolerance and the threshold lie within the scale of the campaign",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id "
        "AND (NEW.tolerance > c.highest OR NEW.threshold > c.highest))",
        only="NEW.tolerance > 1 OR NEW.threshold > 1",
    ),
)

CLIP_GUARDS = (
    Guard(
        "clip_proxy_where_marked",
        "moments_clip",
        ("INSERT", "UPDATE OF rendition, moment_id"),
        "only the whole video of a marking campaign has a proxy",
        "NOT EXISTS (SELECT 1 FROM moments_moment m JOIN moments_campaign c ON c.id = m.campaign_id "
        "WHERE m.id = NEW.moment_id AND m.whole AND c.kind = 'mark')",
        only="NEW.rendition = 'proxy'",
    ),
    Guard(
        "illustration_unchanging",
        "moments_illustration",
        ("UPDATE",),
        "what texts show never changes; it can only be removed",
        only="OLD.removed_at IS NOT NULL OR "
        + " OR ".join(
            f"NEW.{column} <> OLD.{column}"
            for column in ("campaign_id", "number", "key", "suffix", "sha256", "size", "description")
        ),
    ),
    Guard(
        "illustration_kept",
        "moments_illustration",
        ("DELETE",),
        "what texts show is removed without its row, so that no other gets its number",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = OLD.campaign_id AND NOT c.is_trial)",
    ),
)

LEDGER_GUARDS = (
    Guard(
        "ledger_append_only",
        "moments_ledgerentry",
        ("UPDATE",),
        "the ledger is append-only",
    ),
    Guard(
        "ledger_kept",
        "moments_ledgerentry",
        ("DELETE",),
        "the ledger is append-only",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = OLD.campaign_id AND NOT c.is_trial)",
    ),
)


def lay_guards(connection: BaseDatabaseWrapper, guards: tuple[Guard | Upkeep, ...]) -> None:
    """Create or replace the triggers.

    What guards a table or a column of a later migration is left out, where a database is taken back to an earlier one.
    """
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for guard in guards:
            if guard.table not in tables or not _has_columns(cursor, guard):
                continue
            for statement in _statements(connection.vendor, guard):
                cursor.execute(statement)


def lift_guards(connection: BaseDatabaseWrapper, guards: tuple[Guard | Upkeep, ...]) -> None:
    """Drop the triggers; for tests that empty the tables."""
    with connection.cursor() as cursor:
        for guard in guards:
            for event in guard.events:
                target = f" ON {guard.table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {_trigger(guard, event)}{target}")


class LiftAllGuards(Operation):
    """A step of a migration that rebuilds a table which triggers on others read: SQLite cannot with them.

    The first step lifts them, and the last step on the way back, which runs in reverse. They are laid again after the
    migrate; if the migration fails, they come back with everything else. `RunPython` would first make every model of
    that time for its function: an eighth of all the models that the migrations make.
    """

    reduces_to_sql = False
    reversible = True

    def __init__(self, on_the_way_back: bool = False) -> None:
        self.on_the_way_back = on_the_way_back

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """No model changes."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Lift them as the first step."""
        if not self.on_the_way_back:
            _lift_all(schema_editor.connection)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Lift them as the first step on the way back."""
        if self.on_the_way_back:
            _lift_all(schema_editor.connection)

    def describe(self) -> str:
        """What `migrate --plan` shows."""
        return "Lift the guards"


def _lift_all(connection: BaseDatabaseWrapper) -> None:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")


def _statements(vendor: str, guard: Guard | Upkeep) -> list[str]:
    time = "BEFORE" if isinstance(guard, Guard) else "AFTER"
    if vendor == "sqlite":
        done = f"SELECT RAISE(ABORT, '{guard.message}')" if isinstance(guard, Guard) else guard.statement
        return [
            statement
            for event in guard.events
            for statement in (
                f"DROP TRIGGER IF EXISTS {_trigger(guard, event)}",
                f"CREATE TRIGGER {_trigger(guard, event)} {time} {event} ON {guard.table} FOR EACH ROW "
                f"WHEN {_both(guard)} BEGIN {done}; END",
            )
        ]
    done = guard.statement if isinstance(guard, Upkeep) else (
        f"RAISE EXCEPTION '{guard.message}' USING ERRCODE = 'integrity_constraint_violation'"
    )  # fmt: skip
    function = (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN {_if(guard, done)} "
        "IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    triggers = [
        f"CREATE OR REPLACE TRIGGER {_trigger(guard, event)} {time} {event} ON {guard.table} "
        f"FOR EACH ROW {_only(guard)}EXECUTE FUNCTION {guard.name}()"
        for event in guard.events
    ]
    return [function, *triggers]


def _has_columns(cursor: Any, guard: Guard | Upkeep) -> bool:
    """Whether the table has each column whose change the guard looks at."""
    named = {
        column.strip()
        for event in guard.events
        if event.startswith(OF_COLUMNS)
        for column in event.removeprefix(OF_COLUMNS).split(",")
    }
    if not named:
        return True
    cursor.execute(f"SELECT * FROM {guard.table} LIMIT 0")
    return named <= {column[0] for column in cursor.description}


def _if(guard: Guard | Upkeep, done: str) -> str:
    """For PostgreSQL, which runs each condition that asks other tables as a statement of its own."""
    checked = f"IF {guard.when} THEN {done}; END IF;"
    among = guard.among if isinstance(guard, Guard) else ""
    return f"IF {among} THEN {checked} END IF;" if among else checked


def _both(guard: Guard | Upkeep) -> str:
    """The whole condition, for SQLite, whose triggers may look into other tables."""
    firsts = (guard.only, guard.among) if isinstance(guard, Guard) else ()
    conditions = [one for one in (*firsts, guard.when) if one]
    return " AND ".join(f"({one})" for one in conditions)


def _only(guard: Guard | Upkeep) -> str:
    return f"WHEN ({guard.only}) " if isinstance(guard, Guard) and guard.only else ""


def _trigger(guard: Guard | Upkeep, event: str) -> str:
    return f"{guard.name}_{event.split()[0].lower()}"

"""What every test shares: quick passwords, plain static files, tables emptied past their guards, real data."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest
import pytest_django
from celery import current_app
from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction
from django.test import TransactionTestCase
from xdist import is_xdist_controller, is_xdist_worker

from moments.database.guards import lay_guards, lift_guards
from tests.rig.guards import GUARDS
from tests.rig.left_open import closing_transactions, leave_half_read_rows
from tests.rig.migrated import drop_migrated_database, migrated_database
from tests.rig.pristine import keep_pristine, put_back_pristine

REAL_DATA = "REELEVANCE_REAL_DATA"
GROWN_BYTES = 4 * 2**20  # of dead rows: to truncate every table takes seconds, to read so much a millisecond
_set_up_fixtures = TransactionTestCase._fixture_setup.__func__


def pytest_configure() -> None:
    """Settings that only tests have."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.WHITENOISE_AUTOREFRESH = True
    hypothesis.settings.register_profile("untimed", deadline=None)  # a busy machine is no failure
    hypothesis.settings.load_profile("untimed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests on real data are left out, and counted as such, where no folder of it is named; long files come first."""
    if not os.environ.get(REAL_DATA):
        left_out = [item for item in items if item.get_closest_marker("real_data")]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in left_out]
    if hasattr(config, "workerinput"):
        _begin_with_long_files(items)


def _begin_with_long_files(items: list[pytest.Item]) -> None:
    """Files marked as long, then those of many tests: at the end of a run no worker is left with a long one."""
    tests = Counter(item.path for item in items)
    long = {item.path for item in items if item.get_closest_marker("long")}
    items.sort(key=lambda item: (item.path not in long, -tests[item.path]))


def pytest_collection_finish() -> None:
    """What was imported stays until the end: the garbage collector need not look through it again."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """No test goes on inside a transaction of another."""
    return (yield from closing_transactions())


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_use_migrations: bool, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """With several workers on PostgreSQL, the migrations run once."""
    if connection.vendor == "postgresql" and django_db_use_migrations and is_xdist_worker(request):
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated_database()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> None:
    """On SQLite, a copy of the new database is kept, for `_empty`."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            keep_pristine()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """What `migrated_database` made goes with the run."""
    if connection.vendor == "postgresql" and is_xdist_controller(session):
        drop_migrated_database()


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data; wrong, it fails the tests that need it."""
    folder = Path(os.environ[REAL_DATA])
    assert folder.is_dir(), f"{REAL_DATA} names {folder}, which is no folder"
    return folder


@pytest.fixture(autouse=True, scope="session")
def _emptying_lifts_the_guards() -> Iterator[None]:
    """Transactional tests empty every table at their end; the ledger would refuse. On SQLite a copy is put back.

    Django's permissions, which nothing here uses, are not made again: that took longer than most tests.
    """
    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_setup", classmethod(_begin_on_a_new_connection))
    patch.setattr(TransactionTestCase, "_fixture_teardown", _empty)
    yield
    patch.undo()


def _begin_on_a_new_connection(case: type[TransactionTestCase]) -> None:
    leave_half_read_rows()
    _set_up_fixtures(case)


def _empty(self: TransactionTestCase) -> None:
    if connection.vendor == "sqlite":
        put_back_pristine()
    elif not _grown_or_analysed():
        _delete_all_rows()
        _require_guards()
    else:
        _flush()


def _tables() -> list[str]:
    names = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
    return sorted(names - {"django_migrations", "django_content_type"})


def _grown_or_analysed() -> bool:
    """Whether dead rows, or statistics, would change the plans of the tests to come."""
    with connection.cursor() as cursor:
        grown = f"reltuples >= 0 OR pg_relation_size(oid) > {GROWN_BYTES}"
        cursor.execute(f"SELECT FROM pg_class WHERE relname = ANY(%s) AND ({grown})", [_tables()])
        return cursor.rowcount > 0


def _delete_all_rows() -> None:
    """Once nobody writes any more, with triggers and foreign keys off: 60 times as fast as TRUNCATE."""
    tables = [connection.ops.quote_name(name) for name in _tables()]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute("; ".join(f"DELETE FROM {table}" for table in tables))


def _require_guards() -> None:
    """A test that lifts guards lays them again: no flush does it for its successors."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        triggers = [name for (name,) in cursor.fetchall()]
    lifted = [guard.name for guard in GUARDS if not any(name.startswith(f"{guard.name}_") for name in triggers)]
    assert not lifted, f"a test has left guards lifted: {', '.join(lifted)}"


def _flush() -> None:
    """By Django's command, between the guards' going and coming back."""
    lift_guards(connection, GUARDS)
    try:
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=True, reset_sequences=False)
    finally:
        ContentType.objects.clear_cache()
        for app in apps.get_app_configs():
            create_contenttypes(app, verbosity=0)
        lay_guards(connection, GUARDS)


@pytest.fixture(autouse=True, scope="session")
def _tasks_are_known() -> None:
    """As in every process of Celery."""
    current_app.loader.import_default_modules()


@pytest.fixture(autouse=True, scope="session")
def _hidden_checks_are_drawn_alike() -> Iterator[None]:
    """The draws rest on a key that is new in each run, and on numbers that depend on the tests before."""
    patch = pytest.MonkeyPatch()
    patch.setattr("annotator.seats.services.hidden_checks.secret_of", lambda member: ("tests", member.campaign.seed))
    yield
    patch.undo()

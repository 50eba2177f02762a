"""What every test shares: quick passwords, plain static files, tables emptied past their guards, real data."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase
from xdist import is_xdist_controller, is_xdist_worker

from annotator.guards import EXAMPLE_GUARDS, PAY_GUARDS, SEAT_GUARDS, TRAINING_GUARDS
from moments.database.guards import LEDGER_GUARDS, lay_guards, lift_guards
from tests.rig.migrated import drop_migrated_database, migrated_database

REAL_DATA = "REELEVANCE_REAL_DATA"


def pytest_configure() -> None:
    """Settings that only tests have."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.WHITENOISE_AUTOREFRESH = True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests on real data are left out, and counted as such, where no folder of it is named."""
    if os.environ.get(REAL_DATA):
        return
    left_out = [item for item in items if item.get_closest_marker("real_data")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_use_migrations: bool, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """With several workers on PostgreSQL, the migrations run once."""
    if connection.vendor == "postgresql" and django_db_use_migrations and is_xdist_worker(request):
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated_database()


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
    """Transactional tests empty every table at their end; the ledger would refuse."""
    empty = TransactionTestCase._fixture_teardown

    def lifted(self: TransactionTestCase) -> None:
        guards = LEDGER_GUARDS + SEAT_GUARDS + EXAMPLE_GUARDS + TRAINING_GUARDS + PAY_GUARDS
        lift_guards(connection, guards)
        try:
            empty(self)
        finally:
            lay_guards(connection, guards)

    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_teardown", lifted)
    yield
    patch.undo()


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

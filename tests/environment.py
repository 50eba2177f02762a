"""Loaded by pytest before Django's settings: the tests' own data folder and database.

`REELEVANCE_TEST_DATABASE=postgres` runs the same tests on PostgreSQL; whatever else the developer's
environment says of databases and storage is left aside.
"""

import atexit
import gc
import os
import secrets
import shutil
import sys
import tempfile

for _name in (
    "DATABASE_URL",
    "REDIS_URL",
    "CLIP_STORAGE",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "REELEVANCE_DEBUG",
    "LLM_BASE_URL",
):
    os.environ.pop(_name, None)

# Some images of CI switch bytecode off: then each process compiles all of the project again, and rewrites all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Several processes test at once: threads that wait for one another inside a product of small matrices only burn time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

gc.set_threshold(50_000, 20, 20)  # half a million objects of imported modules are not looked through again and again

if "PYTEST_XDIST_WORKER" not in os.environ:
    _folder = tempfile.mkdtemp(prefix="reelevance-tests-")
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    os.environ["REELEVANCE_DATA_DIR"] = _folder
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # ranx compiles for half a minute what runs here once

if os.environ.get("REELEVANCE_TEST_DATABASE") == "postgres":
    server = os.environ.get("REELEVANCE_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432")
    os.environ["DATABASE_URL"] = f"{server}/reelevance"
    os.environ["REDIS_URL"] = os.environ.get("REELEVANCE_TEST_REDIS", "redis://127.0.0.1:6379/9")
    os.environ["SECRET_KEY"] = secrets.token_hex(32)
    os.environ["ALLOWED_HOSTS"] = "localhost,127.0.0.1,testserver"
    os.environ["REELEVANCE_HTTPS"] = "0"

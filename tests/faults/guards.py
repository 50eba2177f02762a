"""Takes each guard out of a copy of the project, and sees the tests that stand behind it fail.

python -m tests.faults.guards [WORD ...]      the guards whose names hold a word; all of them without one

Prints a line a guard. Ends with 1 where the tests of a guard pass without it, or where it is not found in the code.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from annotator.guards import (
    CHECK_GUARDS,
    MARKING_GUARDS,
    QUESTION_GUARDS,
    REFERENCE_GUARDS,
    SEAT_GUARDS,
    TWIN_ANSWER_GUARDS,
    WRITER_GUARDS,
)
from config.environment import BASE_DIR
from consensus.guards import SPLIT_GUARDS, VERDICT_GUARDS
from moments.database.guards import Guard as DatabaseGuard
from moments.database.twin_guards import TWIN_GUARDS

FAILED = re.compile(r"^FAILED \S+::(\S+)", re.M)
NOT_RUN = re.compile(r"^ERROR tests/\S+::(\S+)", re.M)  # in pytest's summary; a captured log writes ERROR as well


@dataclass(frozen=True, slots=True)
class Guard:
    """What stands in the code, what is put there instead (by file), and the tests that must not bear it."""

    name: str
    edits: tuple[tuple[str, str, str], ...]
    tests: str


ATOMIC = "with transaction.atomic():"
GUARDS = [
    Guard(
        "one transaction for seats, scores and claim",
        (
            ("annotator/desk/services/working.py", ATOMIC, "if True:"),
            ("annotator/scoring/services/scoring.py", "with transaction.atomic(savepoint=False):", "if True:"),
        ),
        "tests/faults/test_web_killed.py tests/faults/test_twins_killed.py tests/faults/test_database_faults.py",
    ),
    Guard(
        "people who met a pair in a pilot get no campaign seat on it",
        (("annotator/guards/seats.py", "'gold', 'study', 'pilot')", "'gold', 'study')"),),
        "tests/annotator/pilots",
    ),
    Guard(
        "nobody gets a pilot seat on a pair that they have seen",
        (("annotator/guards/seats.py", '_FIRST_SIGHT.format(purpose="pilot")', '_FIRST_SIGHT.format(purpose="none")'),),
        "tests/annotator/pilots",
    ),
    Guard(
        "enough people are left for queries of a pilot that are labelled",
        (("annotator/pilots/services.py", "if labelled and left < needed:", "if False:"),),
        "tests/annotator/pilots",
    ),
    Guard(
        "known keys are looked up",
        (("annotator/scoring/services/taking.py", "if not all_new:", "if False:"),
         ("annotator/scoring/services/taking.py", "return current.relevance == entry.relevance", "return False")),
        "tests/faults/test_web_killed.py tests/faults/test_database_faults.py tests/races/test_at_once.py",
    ),
    Guard(
        "what a label reads is read behind the person's row",
        (("annotator/scoring/services/taking.py", "        renew_lease(member=self.member, now=self.now)\n", ""),),
        "tests/servers/test_label_behind_a_lead.py",
    ),
    Guard(
        "a score is of a seat that waits for its owner",
        (("annotator/scoring/services/taking.py",
          "annotator=annotator_id, superseded=False, state__in=WAITING_STATES", ""),
         ("annotator/scoring/services/taking.py",
          "if seat.state in WAITING_STATES and not seat.superseded:", "if True:")),
        "tests/annotator/desk/services/test_working.py",
    ),
    Guard(
        "a label is of the token's owner",
        (("annotator/scoring/services/taking.py", "public_id__in=seats, annotator=member)", "public_id__in=seats)"),
         ("annotator/scoring/services/taking.py",
          "pk=seat, annotator=annotator_id, superseded=False", "pk=seat, superseded=False")),
        "tests/annotator/desk/services/test_working.py tests/annotator/desk/api/test_labels.py",
    ),
    Guard(
        "sweeps of a campaign hold its row",
        (("consensus/sweep/services.py", "    hold_campaign(campaign)\n", ""),),
        "tests/faults/test_tasks_again.py tests/races/test_at_once.py",
    ),
    Guard(
        "a change is of a score that is not final",
        (("annotator/scoring/services/taking.py", ", final=False, changeable_until__gt=self.now)", ")"),),
        "tests/annotator/scoring/services/test_scoring.py tests/races/test_at_once.py",
    ),
    Guard(
        "a report is taken or refused by what its annotator knows",
        (("annotator/problems/services/reporting.py", "    if not waits:\n",
          "    if seat.state == SeatState.SETTLED:\n        raise UnknownSeat(seat.state)\n    if not waits:\n"),),
        "tests/test_canaries.py",
    ),
    Guard(
        "a run holds no more gold than counting would not tell",
        (("annotator/seats/checkpoints.py", "min(count, most, size)", "min(count, size)"),),
        "tests/annotator/desk/api/test_checks_guessed.py tests/annotator/seats/test_checkpoints.py",
    ),
    Guard(
        "seats are reserved where they are nobody's",
        (("annotator/seats/services/taking.py", "AND annotator_id IS NULL AND state = '{SeatState.OPEN.value}'", ""),
         ("annotator/seats/selectors/queue.py", 'rows.select_for_update(skip_locked=True, of=("self",))', "rows")),
        "tests/races/test_at_once.py",
    ),
    Guard(
        "batches that others are taking are passed over",
        (("annotator/seats/services/sharing.py", "skip_locked=not waiting", "skip_locked=False"),),
        "tests/servers/test_taking_shares.py",
    ),
    Guard(
        "open seats leave a share whose neighbour does not sit on their pairs",
        (("annotator/seats/services/sharing.py", "        part_batch(choice.batch)", "        pass"),),
        "tests/annotator/seats/services/test_parting.py",
    ),
    Guard(
        "a batch is decided where it waits",
        (("consensus/review/services/reviewing.py", "filter(pk=review.pk, **AWAITING)", "filter(pk=review.pk)"),),
        "tests/races/test_at_once.py",
    ),
    Guard(
        "a connection is looked at before it is used",
        (("moments/database/postgresql/base.py",
          "    if connection.closed:\n        return False", "    return True"),),
        "tests/servers/test_prepared_statements.py tests/faults/test_database_faults.py",
    ),
    Guard(
        "a step that fails stops no other",
        (("moments/jobs/services/steps.py", "    return None\n        return done", "    raise\n        return done"),),
        "tests/consensus/sweep/services/test_failing_steps.py tests/consensus/sweep/services/test_failing_jobs.py",
    ),
    Guard(
        "a step that fails waits longer each time",
        (("moments/jobs/services/steps.py", "and waits(mark, self._now):", "and False:"),),
        "tests/moments/jobs/services/test_steps.py tests/consensus/sweep/services/test_failing_steps.py",
    ),
    Guard(
        "a step that fails leaves a connection that works",
        (("moments/jobs/services/steps.py", "            connection.close()", "            pass"),),
        "tests/moments/jobs/services/test_steps.py",
    ),
    Guard(
        "a time limit ends the turn",
        (("moments/jobs/services/steps.py", "if isinstance(error, SoftTimeLimitExceeded):", "if False:"),),
        "tests/moments/jobs/services/test_steps.py tests/consensus/sweep/services/test_failing_steps.py",
    ),
    Guard(
        "the worker of embedded mode is started again",
        (("console/management/serving.py", "            sweeper.keep_alive()", "            pass"),),
        "tests/road/test_embedded.py::"
        "test_a_worker_that_is_killed_is_started_again_and_pages_are_served_all_the_while",
    ),
    Guard(
        "one beat sends",
        (("config/workers/beat.py", "SELECT pg_try_advisory_lock(%s)", "SELECT %s IS NOT NULL"),),
        "tests/servers/test_beat_lock.py",
    ),
    Guard(
        "what a bucket stored is compared",
        (("moments/clips/buckets/uploads.py", 'if head["ContentLength"] != size or', "if False and"),),
        "tests/servers/test_s3_troubles.py",
    ),
    Guard(
        "an import is one transaction",
        (("moments/corpus/services.py", "@transaction.atomic\ndef import_moments", "def import_moments"),),
        "tests/faults/test_embedded.py::test_a_killed_import_leaves_nothing_or_all",
    ),
    Guard(
        "an export lands whole",
        (("consensus/export/landing.py", 'out.with_name(f".{out.name}.{secrets.token_hex(4)}.partial")', "out"),
         ("consensus/export/landing.py", "        growing.mkdir()", "        growing.mkdir(exist_ok=True)"),
         ("consensus/export/landing.py", "            _land(growing, out, kind)\n", ""),
         ("consensus/export/landing.py", "        shutil.rmtree(growing, ignore_errors=True)\n\n\ndef is",
          "        pass\n\n\ndef is")),
        "tests/faults/test_embedded.py::test_a_killed_export_leaves_what_was_there_before",
    ),
    Guard(
        "a restore is one transaction",
        (("archive/restoring/services/restoring.py", ATOMIC, "if True:"),),
        "tests/faults/test_embedded.py::test_a_killed_restore_leaves_nothing_or_all",
    ),
    Guard(
        "a link's issuer still has the right when it is used",
        (("annotator/people/services/resets.py", " or not _may_still(link)", ""),
         ("annotator/people/selectors/resets.py", " and may_reset(link.issued_by, link.user)", "")),
        "tests/security/test_links_and_rights.py",
    ),
    Guard(
        "a person's links end when what the account opens changes",
        (("annotator/people/services/resets.py", "filter(user__in=people, used_at", "filter(user__in=[], used_at"),),
        "tests/security/test_links_and_rights.py",
    ),
    Guard(
        "a restore looks at every value",
        (("archive/restoring/services/rows.py", "                _require_sound(checks, chunk)\n", ""),),
        "tests/archive/test_unfit_rows.py",
    ),
    Guard(
        "a restore builds every protocol",
        (("moments/database/row_checks.py", "        if self._has_rule:", "        if False:"),),
        "tests/archive/test_unfit_rows.py",
    ),
    Guard(
        "addresses hold no control characters",
        (("config/settings.py", '    "config.plain_addresses.plain_addresses",\n', ""),),
        "tests/security/test_control_characters.py",
    ),
    Guard(
        "SQLite waits for a lock",
        (("config/environment.py", '"timeout": 60', '"timeout": 0.01'),),
        "tests/faults/test_embedded.py::test_a_score_waits_while_somebody_holds_the_file_locked",
    ),
    Guard(
        "an address has few failed sign-ins, whatever the names",
        (("annotator/people/services/lockout_handler.py",
          "failures < settings.AXES_FAILURE_LIMIT and _waits(request)", "False"),),
        "tests/annotator/people/views/test_address_bound.py",
    ),
    Guard(
        "the schema is made once",
        (("config/schema.py", "@cache", "@lru_cache(0)"), ("config/schema.py", "import cache\n", "import lru_cache\n")),
        "tests/config/test_schema_kept.py",
    ),
    Guard(
        "nginx limits what strangers may ask",
        tuple(
            ("deploy/nginx.conf.template", f"    limit_req zone=reelevance_{zone} burst={burst} nodelay;\n", "")
            for zone, burst in (("door", 300), ("password", 180), ("schema", 60))
        ),
        "tests/servers/test_nginx.py",
    ),
    Guard(
        "nginx limits requests to a bucket",
        tuple(
            ("deploy/nginx-s3.conf.template", f"    limit_req zone=reelevance_{zone} burst={burst} nodelay;\n", "")
            for zone, burst in (("s3", 2000), ("s3_unsigned", 20))
        ),
        "tests/servers/test_nginx.py",
    ),
    Guard(
        "nginx logs no secret of a link that it refuses",
        (("deploy/nginx.conf.template", "    limit_req_log_level info;\n", ""),),
        "tests/servers/test_nginx.py",
    ),
    Guard(
        "scores stay in the browser until an answer comes",
        (("static/annotator/desk/sync.js", 'if (trouble.kind !== "rejected") throw trouble;\n      // A',
          "await outbox.settle(batch.map((entry) => entry.key));\n"
          '      if (trouble.kind !== "rejected") throw trouble;\n      // A'),),
        "tests/browser/firefox/test_in_firefox.py::test_a_line_cut_twice_stores_every_score_once "
        "tests/browser/desk/test_desk_outbox.py::test_the_line_is_cut_twice_during_ten_labels",
    ),
    Guard(
        "old statistics: what a person met is asked row by row",
        (("moments/database/each_row.py", " OFFSET 0", ""),),
        "tests/servers/test_stale_statistics.py",
    ),
    Guard(
        "old statistics: no index offers all seats of a person, or all without a share",
        (("annotator/migrations/0009_steady_plans.py", "db_index=False", "db_index=True"),),
        "tests/servers/test_stale_statistics.py",
    ),
    Guard(
        "old statistics: no index leads past the shares that are taken",
        (("annotator/migrations/0009_steady_plans.py", '("number", "batch")', '("batch", "number")'),),
        "tests/servers/test_stale_statistics.py",
    ),
    Guard(
        "only what is copied leaves the checkout for a build",
        ((".dockerignore", "*\n!requirements.txt", "!requirements.txt"),),
        "tests/test_compose.py",
    ),
]  # fmt: skip


OF_COPIES = tuple(guard for guard in SEAT_GUARDS if guard.name == "seat_source_unmet")
OF_MARKING = "tests/consensus/truths/test_triggers_of_marking.py"
OF_TWINS = "tests/consensus/twin_truths/test_triggers_of_twins.py"
TRIGGERS: tuple[tuple[str, str, tuple[DatabaseGuard, ...]], ...] = (
    (OF_MARKING, "annotator/guards/marking.py", (*MARKING_GUARDS, *QUESTION_GUARDS)),
    (OF_MARKING, "annotator/guards/references.py", (*REFERENCE_GUARDS, *CHECK_GUARDS)),
    (OF_MARKING, "annotator/guards/seats.py", OF_COPIES),
    (OF_MARKING, "consensus/guards.py", VERDICT_GUARDS),
    (OF_TWINS, "moments/database/twin_guards.py", TWIN_GUARDS),
    (OF_TWINS, "annotator/guards/twins.py", (*TWIN_ANSWER_GUARDS, *WRITER_GUARDS)),
    (OF_TWINS, "consensus/guards.py", SPLIT_GUARDS),
)


def without_trigger(tests: str, file: str, trigger: DatabaseGuard) -> Guard:
    """The trigger is laid on a table that does not exist, and so not at all; `tests` is the file with its case."""
    text = (BASE_DIR / file).read_text()
    (place,) = re.findall(rf'"{trigger.name}",\s+(?:\*_unchanging\()?"{trigger.table}"', text)
    edit = (file, place, place.replace(f'"{trigger.table}"', '"no_table"'))
    return Guard(f"trigger: {trigger.name}", (edit,), f"{tests}::test_the_trigger_refuses[{trigger.name}]")


GUARDS += [without_trigger(tests, file, one) for tests, file, triggers in TRIGGERS for one in triggers]


@contextmanager
def copied() -> Iterator[Path]:
    """The project's own files, as they are now, in a folder of their own; with this environment's packages."""
    with tempfile.TemporaryDirectory(prefix="reelevance-guards-") as folder:
        copy = Path(folder)
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listing, cwd=BASE_DIR, capture_output=True, check=True).stdout
        for name in filter(None, names.decode().split("\0")):
            if (BASE_DIR / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                (copy / name).write_bytes((BASE_DIR / name).read_bytes())
        yield copy


def failures_without(guard: Guard, copy: Path) -> list[str]:
    """The tests that fail while the guard is out; raises ValueError where its place is not in the code."""
    before: dict[Path, str] = {}
    try:
        for name, old, new in guard.edits:
            path = copy / name
            text = path.read_text()
            before.setdefault(path, text)
            if old not in text:
                raise ValueError(f"{name} no longer holds {old!r}")
            path.write_text(text.replace(old, new))
        return failing(guard.tests, copy)
    finally:
        for path, text in before.items():
            path.write_text(text)


def failing(tests: str, copy: Path) -> list[str]:
    """The names of those tests that fail there; raises ValueError where none ran."""
    command = [sys.executable, "-m", "pytest", "-rfE", "-n", "0", *tests.split()]
    env = {**os.environ, "REELEVANCE_TEST_DATABASE": "postgres", "TOX_PARALLEL_ENV": f"guards-{os.getpid()}"}
    done = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, check=False)
    failed = FAILED.findall(done.stdout)
    not_run = set(NOT_RUN.findall(done.stdout)) - set(failed)  # a test that failed may leave behind what ends badly
    if done.returncode not in (0, 1) or (done.returncode == 1 and not failed) or not_run:
        raise ValueError(done.stdout[-2000:] + done.stderr[-2000:])
    return failed


def main(words: list[str]) -> int:
    """Try the guards."""
    chosen = [guard for guard in GUARDS if not words or any(word in guard.name for word in words)]
    held = 0
    with copied() as copy:
        for guard in chosen:
            try:
                failed = failures_without(guard, copy)
            except ValueError as error:
                failed = []
                sys.stderr.write(f"{error}\n")
            held += bool(failed)
            print(f"{guard.name}: {', '.join(failed) or 'NOTHING FAILS WITHOUT IT'}", flush=True)  # noqa: T201
    return 0 if held == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Rows that no form would take: an archive with one is refused by table, row and field, and stored ones are found."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError

from annotator.models import Membership, Rate, Score, Staffing, User
from archive.restoring.services.restoring import restore_campaign
from archive.tables.selectors.tables import TABLES
from archive.writing.services import archive_campaign
from benchmark.models import RunScores
from consensus.verify.selectors.field_breaches import campaign_tables, field_breaches
from moments.base.errors import BadInput, BadLine
from moments.corpus.files.values import Place, pair_number
from moments.database.row_checks import RowChecks
from moments.models import Campaign, CandidateList, Clip, LedgerHead, Pair, ProtocolVersion
from tests.archive.scenes import Entries, forged, full_campaign, lines
from tests.archive.test_hostile import person
from tests.built_once import built_once
from tests.factories import NOW, make_admin, make_campaign, opened_campaign, score_all

pytestmark = [pytest.mark.django_db, pytest.mark.long]

# Table, field, value, and the message about it.
UNFIT: dict[str, tuple[str, str, Any, str]] = {
    "a time zone that is none": ("moments.campaign", "time_zone", "Nowhere/Land", "'Nowhere/Land' is not a time zone"),
    "a time zone without a name": ("moments.campaign", "time_zone", "", "cannot be blank"),
    "a rate below nothing": ("moments.campaign", "hourly_rate", "-5", "expected 0 or more"),
    "a rendition that is none": (
        "moments.campaign",
        "renditions",
        "exe",
        "'exe': expected one or more of gif, mp4, webp",
    ),
    "a status that is none": ("moments.campaign", "status", "gone", "'gone' is not a valid choice"),
    "a grace of 68 years": ("moments.protocolversion", "grace_s", 2**31 - 1, "expected 0 to 86400, got 2147483647"),
    "a lease of a second": ("moments.protocolversion", "lease_s", 1, "expected 60 to 2592000, got 1"),
    "a window wider than its batch": ("moments.protocolversion", "window", 21, "expected 1 to 20, got 21"),
    "a threshold that is no number": ("moments.protocolversion", "threshold", "nan", "expected a finite number"),
    "a pseudonym that leads out": ("annotator.membership", "pseudonym", "../x", "Use letters, digits"),
    "a pseudonym of two lines": ("annotator.membership", "pseudonym", "1\n", "Use letters, digits"),
    "the year 1": ("annotator.membership", "joined_at", "0001-01-01T00:00:00+00:00", "outside the years 1900 to 2199"),
    "the year 9999": ("moments.campaign", "created_at", "9999-12-31T23:59:59+00:00", "outside the years 1900 to 2199"),
    "a year beyond the calendar": ("moments.campaign", "opened_at", "0001-01-01T00:00:00+23:00", "outside the years"),
    "a pair numbered 2^62": ("moments.pair", "number", 2**62, "less than or equal to 9007199254740991"),
    "a rank beyond its column": ("moments.pair", "rank", 2**31, "expected 0 to 2147483647, got 2147483648"),
    "a text with NUL": ("moments.query", "text", "a\0b", "contains a NUL character"),
    "half a surrogate pair": ("moments.query", "text", "a\ud800b", "contains half a surrogate pair"),
    "a text that is too long": ("moments.video", "name", "x" * 201, "at most 200 characters"),
    "a reference to no row": ("moments.pair", "query", 7, "index out of range"),
    "a reference that is none": ("moments.pair", "query", "x", "not supported"),
    "a day that is none": ("moments.campaign", "created_at", "soon", "invalid format"),
    "an amount that is none": ("moments.campaign", "hourly_rate", "much", "must be a decimal number"),
    "an object in place of a number": ("moments.pair", "rank", {"a": 1}, "must be an integer"),
    "nothing where something must be": ("moments.query", "text", None, "is missing"),
}


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def file(tmp_path) -> Path:
    """A sound archive of a campaign that is there; its copy would be called "copy"."""
    (tmp_path / "sound").write_bytes(_archive())
    return tmp_path / "sound"


@built_once
def _archive() -> bytes:
    with TemporaryDirectory() as folder:
        out = Path(folder, "sound")
        archive_campaign(campaign=opened_campaign(people=1, pairs=3)[0], out=out, clips=False)
        return out.read_bytes()


def with_value(table: str, field: str, value: object, *, row: int = 1) -> Callable[[Entries, dict[str, Any]], None]:
    """Puts the value into that row and field of the table."""

    def change(entries: Entries, manifest: dict[str, Any]) -> None:
        name = f"tables/{table}.jsonl"
        columns, *rows = [json.loads(line) for line in entries[name].decode().split("\n") if line]
        rows[row - 1][columns.index(field)] = value
        entries[name] = lines(columns, *rows)

    return change


def refusal(file: Path, change: Callable[[Entries, dict[str, Any]], object]) -> str:
    """What restoring says of the forged archive, which leaves nothing behind."""
    with pytest.raises(BadInput) as refused:
        restore_campaign(path=forged(file, change), slug="copy")
    assert not Campaign.objects.filter(slug="copy").exists()
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(("table", "field", "value", "message"), UNFIT.values(), ids=UNFIT)
def test_an_archive_with_a_value_that_no_field_takes_is_refused_by_table_row_and_field(
    file, table, field, value, message
) -> None:
    line = refusal(file, with_value(table, field, value))
    assert f"{table} cannot be stored here: row 1, {field}: " in line
    assert message in line


def test_the_row_that_the_database_refuses_is_named(file) -> None:
    line = refusal(file, with_value("moments.pair", "similarity", 1.5, row=3))
    assert "moments.pair cannot be stored here: row 3: " in line
    assert "pair_similarity_range" in line


def test_the_second_of_two_rows_that_exclude_each_other_is_named(file) -> None:
    line = refusal(file, with_value("moments.pair", "rank", 1, row=2))
    assert "moments.pair cannot be stored here: row 2: " in line


LISTS = {"source": "one", "desc_ids": [1, 2], "similarities": [0.5, 0.25], "made_at": NOW}
MEANS = {"NDCG": 0.5}
SCORES = {
    "measures": ["NDCG"],
    "summary": {"all": {"queries": 2, "measures": {"NDCG": [0.5, 0.25, None]}}},
    "treatments": {"dropped": MEANS},
    "counts": {"unknown_queries": 0},
    "scored_at": NOW,
}


@pytest.mark.parametrize(
    ("model", "field", "value"),
    [
        *((CandidateList, "desc_ids", value) for value in (7, "x", {}, [1], ["1", "2"], [True, False])),
        *((CandidateList, "similarities", value) for value in (None, [0.5], ["a", "b"], [[1], [2]])),
        *((RunScores, "measures", value) for value in (7, {}, [], [1])),
        *((RunScores, "summary", value) for value in ("x", [], {"all": 7}, {"all": {"measures": {"NDCG": [1]}}})),
        *((RunScores, "treatments", value) for value in (True, {"dropped": {}}, {"dropped": {"NDCG": "x"}})),
        *((RunScores, "counts", value) for value in ([1], {"a": None})),
    ],
)
def test_json_of_another_shape_than_its_pages_read_is_a_fault(model, field, value) -> None:
    sound = LISTS if model is CandidateList else SCORES
    checks = RowChecks(model)
    assert list(checks.faults([model(**sound)])) == []
    assert {fault.field for fault in checks.faults([model(**sound | {field: value})])} & {field, "similarities"}


@pytest.mark.parametrize("row", [["x"], "x" * 13, 7, None, {}])
def test_a_row_that_is_none_is_named(file, row) -> None:
    def change(entries: Entries, manifest: dict[str, Any]) -> None:
        name = "tables/moments.video.jsonl"
        entries[name] = entries[name].split(b"\n")[0] + b"\n" + lines(row)

    assert "moments.video cannot be stored here: row 1: expected 4 values" in refusal(file, change)


def test_a_column_that_is_missing_and_looked_for_is_refused_in_one_line(file) -> None:
    """What a clip is called depends on its state: it was a traceback."""

    def change(entries: Entries, manifest: dict[str, Any]) -> None:
        name = "tables/moments.clip.jsonl"
        columns, *rows = [json.loads(line) for line in entries[name].decode().split("\n") if line]
        at = columns.index("state")
        entries[name] = lines(*([*row[:at], *row[at + 1 :]] for row in (columns, *rows)))

    assert "moments.clip cannot be stored here: row 1: " in refusal(file, change)


@pytest.mark.parametrize("made_at", ["0001-01-01T00:00:00+00:00", "9999-12-31T00:00:00+00:00", "soon", 7])
def test_an_account_of_no_time_is_refused_by_row(file, made_at) -> None:
    line = refusal(file, lambda entries, _: entries.update({"tables/people.jsonl": person("w-1", "", True, made_at)}))
    assert "people, row 1: 'w-1' is not an account that can be restored" in line


@pytest.mark.parametrize(
    ("model", "change", "constraint"),
    [
        (Campaign, {"renditions": "exe"}, "campaign_renditions_known"),
        (Campaign, {"renditions": "gif,gif"}, "campaign_renditions_known"),
        (ProtocolVersion, {"grace_s": 2**31 - 1}, "protocol_within_range"),
        (ProtocolVersion, {"lease_s": 1}, "protocol_within_range"),
        (ProtocolVersion, {"threshold": 4.5}, "lie within the scale"),
        (ProtocolVersion, {"window": 21}, "protocol_within_range"),
        (Pair, {"number": 2**62}, "pair_number_within"),
        (Membership, {"pseudonym": "../x"}, "member_pseudonym_in_address"),
        (Membership, {"pseudonym": "a/b"}, "member_pseudonym_in_address"),
        (Membership, {"pseudonym": ""}, "member_pseudonym_in_address"),
        (Membership, {"settles_pay": True}, "member_settles_pay_as_lead"),
    ],
)
def test_the_database_itself_refuses(model, change, constraint) -> None:
    opened_campaign(people=1, pairs=1)
    with pytest.raises(IntegrityError, match=constraint):
        model.objects.update(**change)


def verified(slug: str) -> tuple[int, list[str]]:
    """How `verify_campaign` ends, and what it says of fields."""
    out, status = StringIO(), 0
    try:
        call_command("verify_campaign", slug, stdout=out)
    except SystemExit as ended:
        status = int(ended.code or 0)
    return status, [line for line in out.getvalue().splitlines() if line.startswith("fields: ")]


@pytest.mark.parametrize(
    ("model", "field", "value", "message"),
    [
        (Campaign, "time_zone", "Nowhere/Land", "is not a time zone"),
        (Membership, "pseudonym", "a b", "Use letters"),
        (Membership, "joined_at", NOW.replace(year=1), "outside the years"),
        (Score, "worked_at", NOW.replace(year=1), "outside the years"),
        (Clip, "cut_at", NOW.replace(year=9999), "outside the years"),
        (LedgerHead, "hash", "x" * 64, ""),
    ],
)
def test_verify_campaign_names_table_row_and_field_of_what_is_stored(model, field, value, message) -> None:
    campaign, members = opened_campaign(people=1, pairs=2)
    score_all(members, 3)
    row = model._default_manager.order_by("pk")[0]
    model._default_manager.filter(pk=row.pk).update(**{field: value})

    status, found = verified(campaign.slug)

    where = f"fields: {model._meta.label_lower} {row.pk}, {field}: "
    assert (status, [line.startswith(where) for line in found]) == (1, [True] if message else [])
    assert message in "".join(found)


def test_verify_campaign_finds_nothing_in_a_campaign_with_rows_in_many_tables(tmp_path, settings) -> None:
    settings.STORAGES = {**settings.STORAGES, "clips": folder_of(tmp_path / "clips")}
    campaign = full_campaign()
    assert list(field_breaches(campaign)) == []


def folder_of(path: Path) -> dict[str, object]:
    return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(path)}}


def test_every_table_that_an_archive_holds_is_looked_at() -> None:
    assert {table.model: table.campaign for table in TABLES}.keys() <= campaign_tables().keys()
    assert User not in campaign_tables()


def test_forms_and_commands_refuse_the_same(client, tmp_path) -> None:
    """A rendition, a day, a pair's number and a protocol, each where a person gives it."""
    campaign = make_campaign()
    boss = make_admin()
    client.force_login(boss)
    page = f"/admin/moments/campaign/{campaign.pk}/change/"
    form = {"slug": "films", "status": "draft", "title": "Films", "clip_height": 480, "clip_fps": 3, "idle_s": 120}
    form |= {"early_press": "hint", "hourly_rate": 0, "currency": "SGD"}
    for wrong in ({"time_zone": "Nowhere/Land", "renditions": "gif"}, {"time_zone": "UTC", "renditions": "exe"}):
        assert client.post(page, form | wrong).status_code == 200, wrong
    assert client.post("/c/films/staffing/targets/", {"finish_by": "9999-12-31"}, follow=True).status_code == 200
    rate = {"hourly_rate": "1", "currency": "SGD", "reason": "x"}
    for day in ("0001-01-01", "9999-12-31"):
        client.post("/c/films/pay/rate/", rate | {"from_day": day})
    assert not Rate.objects.exists()
    for number in (2**53, 2**62):
        with pytest.raises(BadLine, match="pair_id: expected at most 9007199254740991"):
            pair_number(Place("f", 1), "pair_id", number)
    assert pair_number(Place("f", 1), "pair_id", str(2**53 - 1)) == 2**53 - 1
    campaign.refresh_from_db()
    assert (campaign.time_zone, campaign.renditions) == ("UTC", "gif")
    assert not Staffing.objects.exclude(finish_by=None).exists()

"""`clips verify` and `clips clean`: both ways, and safe beside cutting."""

from __future__ import annotations

import io
import json
import os
import time

import pytest
from django.core.management import CommandError, call_command

from moments.models import Clip, Poster
from tests.moments.services.cutting import add, cut

pytestmark = pytest.mark.django_db
OLD = time.time() - 7200


@pytest.fixture
def kept(campaign, folder, shelf):
    """A campaign with a clip and a poster."""
    add(campaign, "good")
    cut(campaign, folder)
    return campaign


def figures(*arguments: str) -> dict[str, int]:
    out = io.StringIO()
    call_command("clips", *arguments, "films", "--json", stdout=out)
    return json.loads(out.getvalue())


def test_a_storage_as_the_database_says_is_good(kept) -> None:
    assert figures("verify", "--deep") == {"good": 2, "missing": 0, "wrong": 0, "orphans": 0}


def test_missing_and_cut_off_files_are_named_and_end_it_with_an_error(kept, shelf, capsys) -> None:
    (shelf / Clip.objects.get().name).unlink()
    (shelf / Poster.objects.get().name).write_bytes(b"\xff\xd8")
    with pytest.raises(CommandError, match="does not hold what the database says"):
        figures("verify")
    said = capsys.readouterr().err
    assert f"missing: {Clip.objects.get().name}" in said
    assert f"wrong: {Poster.objects.get().name}" in said


def test_changed_bytes_of_the_same_length_are_found_by_reading_them(kept, shelf) -> None:
    path = shelf / Clip.objects.get().name
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert figures("verify")["wrong"] == 0
    with pytest.raises(CommandError):
        figures("verify", "--deep")


def test_clean_takes_what_nothing_names_and_is_old_and_ours(kept, shelf, capsys) -> None:
    names = {"orphan": "A" * 24 + ".gif", "young": "B" * 24 + ".mp4", "foreign": "holiday.gif"}
    for name in names.values():
        (shelf / name).write_bytes(b"x")
    for what in ("orphan", "foreign"):
        os.utime(shelf / names[what], (OLD, OLD))
    for row in (Clip.objects.get(), Poster.objects.get()):
        os.utime(shelf / row.name, (OLD, OLD))
    assert figures("verify")["orphans"] == 1
    assert f"orphan: {names['orphan']}" in capsys.readouterr().err
    assert figures("clean") == {"orphans_removed": 1, "half_uploads_ended": 0}
    left = {path.name for path in shelf.iterdir()}
    assert left == {names["young"], names["foreign"], Clip.objects.get().name, Poster.objects.get().name}
    assert figures("clean")["orphans_removed"] == 0

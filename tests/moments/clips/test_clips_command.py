"""`clips verify` and `clips clean`: both ways, and safe beside cutting."""

from __future__ import annotations

import io
import json
import os
import time
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from moments.models import Clip, ClipPart, Moment, Poster
from tests.moments.clips.scenes import add, add_whole, cut

pytestmark = pytest.mark.django_db
OLD = time.time() - 7200


@pytest.fixture
def kept(campaign, folder, shelf):
    """A campaign with a clip and a poster."""
    add(campaign, "good")
    cut(campaign, folder)
    return campaign


def report_of(*words: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return json.loads(out.getvalue())


def figures(*arguments: str) -> dict[str, Any]:
    return report_of("clips", *arguments, "films", "--json")


def refused(*arguments: str) -> tuple[dict[str, Any], str]:
    """The figures of a comparison that found something, and the line that it ends with."""
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("clips", *arguments, "films", "--json", stdout=out)
    return json.loads(out.getvalue()), str(error.value)


def test_a_storage_as_the_database_says_is_good(kept) -> None:
    assert figures("verify", "--deep") == {"good": 2, "missing": 0, "wrong": 0, "orphans": 0}
    out = io.StringIO()
    call_command("clips", "verify", "films", stdout=out)
    assert out.getvalue().splitlines() == ["good: 2", "missing: 0", "wrong: 0", "orphans: 0"]


def test_missing_and_cut_off_files_are_named_with_their_moment_and_end_it_with_an_error(kept, shelf, capsys) -> None:
    Moment.objects.update(desc_id=17)
    clip, poster = Clip.objects.get().name, Poster.objects.get().name
    (shelf / clip).unlink()
    (shelf / poster).write_bytes(b"\xff\xd8")
    found, problem = refused("verify")
    again = "manage.py cut_clips films --again 17 cuts them again"
    assert problem == f"the clip storage does not match the database; {again}"
    assert found["missing_files"] == [{"moment": 17, "kind": "gif", "name": clip}]
    assert found["wrong_files"] == [{"moment": 17, "kind": "poster", "name": poster}]
    assert found["moments"] == [17]
    warned = capsys.readouterr().err
    assert f"missing: gif of moment 17 ({clip})" in warned
    assert f"wrong: poster of moment 17 ({poster})" in warned


def test_cutting_again_without_numbers_mends_what_is_missing_or_cut_off(campaign, folder, shelf) -> None:
    moments = add(campaign, "good", "late")
    cut(campaign, folder)
    (shelf / Clip.objects.get(state="ready").name).unlink()
    mending = ("cut_clips", "films", "--again", "--videos", str(folder), "--json")
    assert report_of(*mending) == {"ready": 1, "failed": 0}
    (shelf / Poster.objects.get(moment=moments["good"]).name).write_bytes(b"\xff\xd8")
    assert report_of(*mending) == {"ready": 1, "failed": 0}
    assert figures("verify", "--deep")["good"] == 2
    keys = list(Clip.objects.values_list("key", flat=True))
    assert report_of(*mending) == {"ready": 0, "failed": 0}
    assert list(Clip.objects.values_list("key", flat=True)) == keys


def test_many_are_listed_in_part_and_the_command_needs_no_numbers(kept, shelf, monkeypatch, capsys) -> None:
    (shelf / Clip.objects.get().name).unlink()
    monkeypatch.setattr("moments.management.commands.clips.MOST_LISTED", 0)
    _, problem = refused("verify")
    assert "; manage.py cut_clips films --again cuts what is missing or has another size" in problem
    assert "missing: and 1 more" in capsys.readouterr().err


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
    found = figures("verify")
    assert (found["orphans"], found["orphan_files"], found["missing_files"]) == (1, [names["orphan"]], [])
    assert f"orphan: {names['orphan']}" in capsys.readouterr().err
    assert figures("clean") == {"orphans_removed": 1, "half_uploads_ended": 0}
    left = {path.name for path in shelf.iterdir()}
    assert left == {names["young"], names["foreign"], Clip.objects.get().name, Poster.objects.get().name}
    assert figures("clean")["orphans_removed"] == 0


@pytest.fixture
def kept_whole(marking, folder, shelf):
    """A marking campaign, with the proxy of a video and its parts."""
    add_whole(marking, "good")
    cut(marking, folder)
    return marking


def test_files_beside_a_proxy_are_compared_and_mended_with_it(kept_whole, folder, shelf, capsys) -> None:
    assert report_of("clips", "verify", "long", "--deep", "--json")["good"] == 3
    frames, sheet = ClipPart.objects.get(kind="frames").name, ClipPart.objects.get(kind="sheet").name
    (shelf / frames).unlink()
    (shelf / sheet).write_bytes(b"RIFF")
    with pytest.raises(CommandError, match=r"manage.py cut_clips long --again 1 cuts them again"):
        report_of("clips", "verify", "long", "--json")
    warned = capsys.readouterr().err
    assert f"missing: frames of moment 1 ({frames})" in warned
    assert f"wrong: sheet of moment 1 ({sheet})" in warned
    assert report_of("cut_clips", "long", "--again", "--videos", str(folder), "--json") == {"ready": 1, "failed": 0}
    assert report_of("clips", "verify", "long", "--deep", "--json")["good"] == 3


def test_clean_keeps_the_files_beside_proxies_and_takes_those_of_none(kept_whole, shelf) -> None:
    orphan = "A" * 24 + ".json"
    (shelf / orphan).write_bytes(b"{}")
    for path in shelf.iterdir():
        os.utime(path, (OLD, OLD))
    assert report_of("clips", "clean", "long", "--json")["orphans_removed"] == 1
    names = {Clip.objects.get().name, *(part.name for part in ClipPart.objects.all())}
    assert {path.name for path in shelf.iterdir()} == names

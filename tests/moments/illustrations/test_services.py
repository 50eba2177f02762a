"""Pictures and clips of texts: bytes in the storage, rows that name them, numbers that stay."""

from __future__ import annotations

import io
import subprocess

import imageio_ffmpeg
import pytest
from django.core.files.storage import storages
from django.db import DatabaseError, transaction
from PIL import Image

from moments.base.errors import BadInput
from moments.clips.services.verifying import compare_clips
from moments.clips.storage import delete_clip, store_bytes
from moments.illustrations.selectors import known_numbers
from moments.illustrations.services import add_illustration, add_moment_clip, remove_illustration
from moments.models import Campaign, Clip, Illustration, LedgerEntry
from tests.factories import NOW, make_campaign, opened_campaign

pytestmark = pytest.mark.django_db


def png(shade: int = 90) -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", (60, 40), (shade, 0, 0)).save(out, "PNG")
    out.seek(0)
    return out


def add(campaign: Campaign, file: io.BufferedIOBase, description: str = "A red field") -> Illustration:
    return add_illustration(campaign=campaign, file=file, description=description, actor="lead", now=NOW)


def names_in(shelf) -> set[str]:
    return {path.name for path in shelf.iterdir()} if shelf.is_dir() else set()


def test_numbers_count_up_and_none_is_given_twice(shelf, django_capture_on_commit_callbacks) -> None:
    campaign = make_campaign()
    first, second = add(campaign, png()), add(campaign, png(20), "  A dark\n field ")
    assert (first.number, second.number, second.description, second.reference) == (
        1,
        2,
        "A dark field",
        "![](picture:2)",
    )
    assert names_in(shelf) == {first.name, second.name}
    assert compare_clips(campaign=campaign, deep=True, now=NOW).good == 2
    with django_capture_on_commit_callbacks(execute=True):
        remove_illustration(illustration=second, actor="lead", now=NOW)
    assert (names_in(shelf), known_numbers(campaign)) == ({first.name}, {1})
    assert add(campaign, png()).number == 3
    with pytest.raises(BadInput, match="removed already"):
        remove_illustration(illustration=second, actor="lead", now=NOW)
    kinds = LedgerEntry.objects.filter(campaign=campaign, kind__startswith="illustration").values_list(
        "kind", flat=True
    )
    assert sorted(kinds) == ["illustration_added"] * 3 + ["illustration_removed"]
    delete_clip(first.name)
    assert [one.kind for one in compare_clips(campaign=campaign, now=NOW).missing] == ["illustration"]


def test_the_database_keeps_numbers_apart_and_wants_a_description(shelf) -> None:
    row = add(make_campaign(), png())
    for change in (
        {"number": 1},
        {"number": 2, "description": ""},
        {"number": 3, "size": 0},
        {"number": 4, "suffix": "svg"},
    ):
        values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
        values |= {"id": None, "key": f"another-{change['number']}", **change}
        with pytest.raises(DatabaseError), transaction.atomic():
            Illustration.objects.create(**values)


def test_the_database_lets_nobody_change_or_delete_what_texts_show(shelf) -> None:
    row = add(make_campaign(), png())
    own = Illustration.objects.filter(pk=row.pk)
    for act in (lambda: own.update(key="x" * 24), lambda: own.update(description="Else"), own.delete):
        with pytest.raises(DatabaseError, match="what texts show"), transaction.atomic():
            act()
    own.update(removed_at=NOW)
    with pytest.raises(DatabaseError, match="can only be removed"), transaction.atomic():
        own.update(removed_at=None)


@pytest.mark.parametrize(
    ("description", "problem"),
    [("", "say what can be seen"), (" \n", "say what"), ("x" * 301, "at most 300"), ("\0", "at")],
)
def test_a_description_is_wanted_and_nothing_is_kept_without(shelf, description: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        add(make_campaign(), png(), description)
    assert (names_in(shelf), Illustration.objects.count()) == (set(), 0)


def test_an_uploaded_clip_is_cut_as_clips_are(shelf, folder) -> None:
    campaign = make_campaign()
    with (folder / "good.mp4").open("rb") as file:
        made = add(campaign, file, "A pattern that counts")
    assert (made.name, made.is_video, made.width, made.height) == (f"{made.key}.mp4", True, 320, 180)
    assert made.reference == "![](clip:1)"
    assert made.seconds == pytest.approx(6, abs=0.1)
    with storages["clips"].open(made.name) as file:
        assert b"Lavf" not in file.read()  # no encoder's name


def test_a_webm_clip_becomes_an_mp4_without_its_sound(shelf, folder, tmp_path) -> None:
    source = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=12", "-f", "lavfi", "-i", "sine", "-t", "1"]
    target = ["-metadata", "title=secret", str(tmp_path / "a.webm")]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *source, *target], check=True)
    with (tmp_path / "a.webm").open("rb") as file:
        made = add(make_campaign(), file)
    with storages["clips"].open(made.name) as file:
        content = file.read()
    assert (made.suffix, b"mp4a" in content, b"secret" in content) == ("mp4", False, False)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("text.mp4", "expected a picture"),
        ("list.mp4", "expected a picture"),
        ("empty.mp4", "expected"),
        ("cut-off.mp4", "index .moov. is missing"),
    ],
)
def test_what_is_neither_picture_nor_clip_is_refused(shelf, folder, name: str, problem: str) -> None:
    with (folder / name).open("rb") as file, pytest.raises(BadInput, match=problem):
        add(make_campaign(), file)
    assert (names_in(shelf), Illustration.objects.count()) == (set(), 0)


def test_a_clip_that_is_too_long_or_too_large_is_refused(shelf, folder, monkeypatch) -> None:
    campaign = make_campaign()
    for name, most, problem in (
        ("LONGEST_CLIP_S", 5.0, "lasts 6.0 s; expected at most 5 s"),
        ("LARGEST_CLIP_BYTES", 9, "at most"),
    ):
        with monkeypatch.context() as patch, (folder / "good.mp4").open("rb") as file:
            patch.setattr(f"moments.illustrations.services.{name}", most)
            with pytest.raises(BadInput, match=problem):
                add(campaign, file)


def test_a_moments_clip_is_copied_and_stays_when_the_moment_is_cut_again(shelf) -> None:
    campaign, _ = opened_campaign(pairs=1)
    clip = Clip.objects.select_related("moment__campaign").get(moment__campaign=campaign)
    with pytest.raises(BadInput, match="not in the clip storage"):
        add_moment_clip(moment=clip.moment, description="A dog", actor="lead", now=NOW)
    store_bytes(clip, io.BytesIO(b"moving"))
    Clip.objects.filter(pk=clip.pk).update(seconds=2)
    made = add_moment_clip(moment=clip.moment, description="A dog", actor="lead", now=NOW)
    delete_clip(clip.name)
    with storages["clips"].open(made.name) as file:
        assert file.read() == b"moving"
    assert (made.suffix, made.moves, made.reference) == (clip.rendition, True, "![](clip:1)")
    Clip.objects.filter(pk=clip.pk).update(state="failed")
    with pytest.raises(BadInput, match="no clip that is ready"):
        add_moment_clip(moment=clip.moment, description="A dog", actor="lead", now=NOW)

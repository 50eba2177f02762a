"""Archives that were made to do harm: each is refused in one line, and leaves nothing behind."""

from __future__ import annotations

import zipfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.db import transaction

from annotator.models import User
from archive.restoring.services.restoring import restore_campaign
from archive.tables import file as archive_file
from archive.writing.services import archive_campaign
from moments.base.errors import BadInput
from moments.models import Campaign, Clip
from tests.archive.scenes import forged, lines
from tests.factories import opened_campaign

pytestmark = pytest.mark.django_db
PEOPLE, CLIPS, LISTED = "tables/people.jsonl", "files/clips", "tables/clips_elsewhere.jsonl"
SLOW = "pbkdf2_sha256$2000000000$salt$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI="


@pytest.fixture(autouse=True)
def own_folders(settings, tmp_path):
    """Files lie in a folder of the test's own, beside one of somebody else's."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    folder = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(tmp_path / "clips")},
    }
    settings.STORAGES = {**settings.STORAGES, "clips": folder}
    (tmp_path / "clips").mkdir()
    (tmp_path / "clips" / "others.gif").write_bytes(b"x" * 100)


@pytest.fixture
def file(tmp_path) -> Path:
    """A sound archive of a campaign that is not there, its clips listed."""
    (tmp_path / "sound").write_bytes(sound())
    return tmp_path / "sound"


@cache
def sound() -> bytes:
    """The archive, made once."""
    with TemporaryDirectory() as folder, transaction.atomic():
        archive_campaign(campaign=opened_campaign(people=1, pairs=1)[0], out=Path(folder) / "sound", clips=False)
        transaction.set_rollback(True)
        return (Path(folder) / "sound").read_bytes()


def person(*fields: object) -> bytes:
    return lines(["worker_id", "password", "is_active", "created_at"], list(fields))


AT = "2026-03-02T09:00:00+00:00"
DEEP = b"[" * 100_000
FORGED: dict[str, tuple[str, bytes, str]] = {
    "rows nested too deep": (PEOPLE, DEEP, "cannot be read"),
    "columns that are none": (PEOPLE, lines({"a": 1}), "does not start with its columns"),
    "no columns": (PEOPLE, b"", "does not start with its columns"),
    "a person of one field": (PEOPLE, person("w-1"), "list of people"),
    "a hash that takes hours": (PEOPLE, person("w-1", SLOW, True, AT), "w-1.*not an account"),
    "a hash of another kind": (PEOPLE, person("w-1", "scrypt$s$1073741824$8$1$x", True, AT), "w-1.*not an account"),
    "a hash that is none": (PEOPLE, person("w-1", "\ud800", True, AT), "w-1.*not an account"),
    "a name that leads out": (LISTED, lines([], ["clips", 1, "../../etc/passwd", "gif", 100, ""]), "list of clips"),
    "another's name": (LISTED, lines([], ["clips", 1, "others", "gif", 100, ""]), "list of clips"),
    "a clip of no kind": (LISTED, lines([], ["clips", 1, "k" * 24, "gif/..", 100, ""]), "list of clips"),
    "a list of other things": (LISTED, lines([], {}), "list of clips"),
    "a number that is none": ("tables/moments.video.jsonl", b'["name","duration_s"]\n["a",NaN]\n', "cannot be read"),
    "a file of no length": (CLIPS, lines({"row": 1, "part": "gif", "bytes": -1}), "cannot be read"),
    "a file without a row": (CLIPS, lines({"part": "gif", "bytes": 0}), "cannot be read"),
    "a file of another kind": (CLIPS, lines({"row": 1, "part": "html", "bytes": 0}), "cannot be stored"),
    "a path in place of a kind": (CLIPS, lines({"row": 1, "part": "../../x", "bytes": 0}), "cannot be stored"),
}


@pytest.mark.parametrize(("name", "content", "message"), FORGED.values(), ids=FORGED)
def test_what_was_forged_is_refused(file, tmp_path, settings, name, content, message):
    if name == PEOPLE:  # the kind of hash in use elsewhere than in tests
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    made = forged(file, lambda entries, _: entries.update({name: content}))
    before = set(User.objects.values_list("pk", flat=True))

    with pytest.raises(BadInput, match=message) as refused:
        restore_campaign(path=made, slug="copy")

    assert "\n" not in str(refused.value)
    assert not Campaign.objects.filter(slug="copy").exists()
    assert set(User.objects.values_list("pk", flat=True)) == before
    assert [path.name for path in (tmp_path / "clips").iterdir()] == ["others.gif"]


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("migrations", ["moments"]),
        ("migrations", {"moments": 9}),
        ("ledger", [1]),
        ("entries", {PEOPLE: 7}),
        ("entries", {PEOPLE: {"bytes": "7", "sha256": ""}}),
        ("entries", {PEOPLE: {"bytes": 7}}),
    ],
)
def test_a_manifest_of_other_things_is_refused(file, part, value):
    made = forged(file, lambda _, manifest: manifest.update({part: value}))
    with pytest.raises(BadInput, match="is damaged: its manifest (does not|has no)"):
        restore_campaign(path=made, slug="copy")


@pytest.mark.parametrize(("name", "message"), [(CLIPS, "is compressed"), (PEOPLE, "unpacks to")])
def test_an_archive_that_unpacks_to_far_more_is_refused_before_it_is_read(file, name, message):
    made = forged(file, lambda entries, _: entries.update({name: b" " * (2 << 20)}), zipfile.ZIP_DEFLATED)
    with pytest.raises(BadInput, match=message):
        restore_campaign(path=made, slug="copy")


def test_a_line_that_does_not_end_is_not_kept_whole(file, monkeypatch):
    monkeypatch.setattr(archive_file, "LONGEST_LINE", 5_000)
    made = forged(file, lambda entries, _: entries.update({PEOPLE: lines(["a" * 6_000])}))
    with pytest.raises(BadInput, match="a line of more than 5,000 bytes"):
        restore_campaign(path=made, slug="copy")


def test_what_is_forged_here_is_sound_but_for_that(file):
    copy = restore_campaign(path=forged(file, lambda *_: None), slug="copy").campaign
    assert Clip.objects.filter(moment__campaign=copy).count() == 1

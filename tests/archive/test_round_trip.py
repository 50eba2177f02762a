"""A campaign that was archived and restored is the same campaign."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command

from annotator.models import ApiToken, Seat, User
from archive.restoring.services.names import FreshNames
from archive.restoring.services.restoring import restore_campaign
from archive.tables.file import written_archive
from archive.tables.selectors.tables import LEFT_OUT, TABLES
from archive.writing.services import APPS, archive_campaign
from benchmark.models import Run
from consensus.export.services.exporting import export_labels
from consensus.models import Export
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.clips.storage import clip_file, delete_clip, store_bytes
from moments.models import Campaign, Clip, ClipState, Job
from tests.archive.scenes import forget, full_campaign
from tests.factories import NOW, make_campaign, make_user, opened_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folders(settings, tmp_path):
    """Files lie in a folder of the test's own."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.STORAGES = {
        **settings.STORAGES,
        "clips": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": str(tmp_path / "clips")},
        },
    }


@pytest.fixture
def campaign() -> Campaign:
    return full_campaign()


@pytest.fixture
def small() -> Campaign:
    """Two people and a pair; quicker where that will do."""
    return opened_campaign(pairs=1)[0]


def archived(campaign: Campaign, out: Path, **options: bool) -> Path:
    archive_campaign(campaign=campaign, out=out, **options)
    return out


def exported(campaign: Campaign, out: Path) -> dict[str, bytes]:
    export_labels(campaign=campaign, out=out, formats=["tvr", "raw", "qrels", "beir"], partial=True)
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def stored_clips(tmp_path: Path) -> set[bytes]:
    return {path.read_bytes() for path in (tmp_path / "clips").iterdir()}


def test_every_table_of_the_platform_is_archived_or_left_out_for_a_reason():
    own = {
        model._meta.label_lower for model in apps.get_models(include_auto_created=True) if model._meta.app_label in APPS
    }
    listed = [table.name for table in TABLES]

    assert len(listed) == len(set(listed))
    assert set(listed).isdisjoint(LEFT_OUT)
    assert set(listed) | set(LEFT_OUT) == own
    assert all(LEFT_OUT.values())


def test_rows_refer_only_to_tables_before_theirs():
    before = {User, Job}  # a job is part of the row that it made
    for table in TABLES:
        referred = {field.related_model for field in table.fields if field.related_model}
        assert referred <= before, table.name
        before.add(table.model)


def test_what_is_restored_gives_the_same_archive_to_the_byte(campaign, tmp_path):
    first = archived(campaign, tmp_path / "first")
    files, clips = exported(campaign, tmp_path / "one"), stored_clips(tmp_path)
    people = list(
        User.objects.filter(memberships__campaign=campaign).order_by("pk").values_list("username", "password")
    )
    forget(campaign)
    for path in (tmp_path / "clips").iterdir():
        path.unlink()

    restored = restore_campaign(path=first).campaign

    assert archived(restored, tmp_path / "second").read_bytes() == first.read_bytes()
    assert exported(restored, tmp_path / "two") == files
    assert stored_clips(tmp_path) == clips
    assert list(breaches(restored, now=NOW, sweep_s=5)) == []
    accounts = User.objects.filter(memberships__campaign=restored).order_by("pk")
    assert list(accounts.values_list("username", "password")) == people
    assert not ApiToken.objects.exists()
    assert not accounts.filter(is_superuser=True).exists()
    run = Run.objects.get(campaign=restored, kind="uploaded")
    assert (tmp_path / "data" / "runs" / "films" / f"{run.stored}.run").is_file()
    assert (tmp_path / "data" / Export.objects.get(campaign=restored).path).is_file()


def test_a_copy_beside_the_original_has_its_own_seats_and_clips_and_the_same_people(campaign, tmp_path):
    before = User.objects.count()
    restored = restore_campaign(path=archived(campaign, tmp_path / "file"), slug="copy")

    assert (restored.campaign.slug, restored.new_accounts, User.objects.count()) == ("copy", 0, before)
    ids = Seat.objects.filter(campaign__slug__in=["films", "copy"]).values_list("public_id", flat=True)
    assert len(ids) == len(set(ids)) == 2 * campaign.seats.count()
    contents = []
    for owner in (campaign, restored.campaign):
        with clip_file(Clip.objects.filter(moment__campaign=owner).order_by("pk")[0].name) as file:
            contents.append(file.read())
    assert contents[0] == contents[1]
    assert list(breaches(restored.campaign, now=NOW, sweep_s=5)) == []


def test_without_clips_those_in_the_storage_are_found_and_the_others_are_to_cut(campaign, tmp_path):
    file = archived(campaign, tmp_path / "file", clips=False)
    ready = Clip.objects.filter(moment__campaign=campaign, state=ClipState.READY).order_by("pk")
    keys, gone = list(ready.values_list("key", flat=True)), ready[0].name
    forget(campaign)
    delete_clip(gone)

    restored = restore_campaign(path=file)

    clips = Clip.objects.filter(moment__campaign=restored.campaign)
    assert restored.unready == 1
    assert list(clips.filter(state=ClipState.READY).order_by("pk").values_list("key", flat=True)) == keys[1:]
    assert clips.get(state=ClipState.PENDING).reason == "its bytes were not in the archive"


def test_without_passwords_nobody_can_sign_in_until_they_get_a_link(small, tmp_path):
    file = archived(small, tmp_path / "file", passwords=False)
    forget(small)

    restored = restore_campaign(path=file)

    assert {member.user.has_usable_password() for member in restored.campaign.members.all()} == {False}


def test_what_was_stored_goes_where_the_rows_are_refused(campaign, tmp_path):
    file = archived(campaign, tmp_path / "file")
    before = {path.name for path in (tmp_path / "clips").iterdir()}
    User.objects.filter(memberships__campaign=campaign).update(password="another")

    with pytest.raises(BadInput, match="3 worker IDs are taken"):
        restore_campaign(path=file, slug="copy")
    assert {path.name for path in (tmp_path / "clips").iterdir()} == before


def test_what_a_killed_restore_stored_goes_with_the_next(small, tmp_path):
    killed = tmp_path / "data" / "restoring" / "killed"
    killed.parent.mkdir()
    killed.write_text(json.dumps({"secret": "11" * 32, "counts": {"clips": 2, "posters": 0}}))
    left = Clip(key=FreshNames(b"\x11" * 32).name("clips", 2))
    store_bytes(left, io.BytesIO(b"left behind"))

    restore_campaign(path=archived(small, tmp_path / "file"), slug="copy")

    assert b"left behind" not in stored_clips(tmp_path)
    assert list(killed.parent.iterdir()) == []


def test_a_worker_id_of_another_account_is_refused_and_nothing_is_written(small, tmp_path):
    file = archived(small, tmp_path / "file")
    name = small.members.order_by("pk")[0].user.username
    forget(small)
    make_user(name)

    with pytest.raises(BadInput, match=f"a worker ID is taken here by other accounts, first {name}$"):
        restore_campaign(path=file)
    assert not Campaign.objects.exists()
    assert list((tmp_path / "data" / "restoring").iterdir()) == []


def test_people_are_mapped_where_an_admin_says_so(small, tmp_path):
    file = archived(small, tmp_path / "file")
    first, second = small.members.order_by("pk").values_list("user__username", flat=True)[:2]
    forget(small)
    known = make_user(first)
    people = tmp_path / "people.csv"
    people.write_text(f"worker_id,account\n{first},{first}\n{second},other\n")

    call_command("restore_campaign", str(file), people=people)

    members = Campaign.objects.get().members.order_by("pk")
    assert [member.user.username for member in members[:2]] == [known.username, "other"]
    assert User.objects.get(pk=known.pk).password == known.password


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["nobody,x"], "'nobody' is not a worker ID in the archive"),
        (["{0},x", "{1},x"], "two people would share an account"),
        (["{0},bad name"], "is not a valid worker ID"),
        (["{0}"], "line 2: expected a worker ID and an account"),
        (["{0},x", "{0},y"], "line 3: {0} is listed twice"),
    ],
)
def test_a_wrong_list_of_people_is_refused_by_name(small, tmp_path, lines, message):
    names = list(small.members.order_by("pk").values_list("user__username", flat=True))
    file, people = archived(small, tmp_path / "file"), tmp_path / "people.csv"
    people.write_text("\n".join(["worker_id,account", *lines]).format(*names))

    with pytest.raises(Exception, match=message.format(*names)):
        call_command("restore_campaign", str(file), slug="copy", people=people)
    assert Campaign.objects.count() == 1


def test_an_annotators_place_is_not_given_to_an_admin(small, tmp_path):
    file = archived(small, tmp_path / "file")
    first = small.members.order_by("pk")[0].user.username
    User.objects.create_superuser("boss", "a long password")

    with pytest.raises(BadInput, match="boss is an admin|only an annotator"):
        restore_campaign(path=file, slug="copy", accounts={first: "boss"})
    assert Campaign.objects.count() == 1


def test_a_slug_that_is_taken_and_a_file_that_is_there_are_refused(small, tmp_path):
    file = archived(small, tmp_path / "file")

    with pytest.raises(BadInput, match="campaign 'films' already exists$"):
        restore_campaign(path=file)
    with pytest.raises(BadInput, match="file: already exists"):
        archive_campaign(campaign=small, out=file)
    with pytest.raises(BadInput, match="use 1 to 60"):
        restore_campaign(path=file, slug="../x")


def rewritten(file: Path, out: Path, entry: str, change) -> Path:
    """The archive with one entry changed and the manifest left or changed likewise."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == entry else old.read(name))
    return out


def test_what_a_newer_platform_wrote_is_refused(small, tmp_path):
    file = archived(small, tmp_path / "file")

    def version(content: bytes) -> bytes:
        return json.dumps({**json.loads(content), "version": 2}).encode()

    def migration(content: bytes) -> bytes:
        return json.dumps({**json.loads(content), "migrations": {"moments": "9999_later"}}).encode()

    with pytest.raises(BadInput, match="is of version 2; this platform reads version 1"):
        restore_campaign(path=rewritten(file, tmp_path / "a", "manifest.json", version), slug="copy")
    with pytest.raises(BadInput, match="written by a newer version of the platform .moments.9999_later"):
        restore_campaign(path=rewritten(file, tmp_path / "b", "manifest.json", migration), slug="copy")


def test_an_altered_row_is_refused(small, tmp_path):
    file = archived(small, tmp_path / "file")
    seat = rewritten(
        file, tmp_path / "a", "tables/annotator.seat.jsonl", lambda content: content.replace(b"open", b"held")
    )

    with pytest.raises(BadInput, match=r"is damaged: tables/annotator\.seat\.jsonl has been changed"):
        restore_campaign(path=seat, slug="copy")


def test_a_damaged_file_is_refused_wherever_the_damage_is(campaign, tmp_path):
    content = archived(campaign, tmp_path / "file").read_bytes()
    with zipfile.ZipFile(tmp_path / "file") as packed:
        # The middle of each entry's bytes: past the local header of 30 bytes and the name.
        places = [
            info.header_offset + 30 + len(info.filename) + info.compress_size // 2
            for info in packed.infolist()
            if info.file_size > 200
        ]
    damaged = tmp_path / "damaged"
    for at in (*places, len(content) - 5):
        damaged.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
        with pytest.raises(BadInput, match=f"^{damaged}: is (damaged|not an archived campaign)"):
            restore_campaign(path=damaged, slug="copy")
    for length in (0, 10, len(content) // 2, len(content) - 1):
        damaged.write_bytes(content[:length])
        with pytest.raises(BadInput, match="not an archived campaign"):
            restore_campaign(path=damaged, slug="copy")
    assert not Campaign.objects.filter(slug="copy").exists()


def test_an_empty_campaign_comes_back_too(tmp_path):
    campaign = make_campaign("empty")
    first = archived(campaign, tmp_path / "first")
    forget(campaign)

    assert archived(restore_campaign(path=first).campaign, tmp_path / "second").read_bytes() == first.read_bytes()


def test_an_archive_that_was_not_finished_has_no_name(tmp_path):
    with pytest.raises(RuntimeError), written_archive(tmp_path / "file") as archive:
        archive.table("people", ["worker_id"], [["w-1"]])
        assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["file.partial"]
        raise RuntimeError
    assert not list(tmp_path.glob("file*"))


def test_an_archive_is_readable_only_by_its_owner(small, tmp_path):
    assert archived(small, tmp_path / "file").stat().st_mode & 0o777 == 0o600

"""The clips of pools as files of an export: complete, exact to the frame, alike, and cut only once."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import imageio_ffmpeg
import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from consensus.export.landing import is_export
from consensus.export.pool_clips.kept import KeptClips
from consensus.export.pool_clips.pieces import is_path
from consensus.export.services.pool_clips import ClipsOrder
from consensus.export.services.with_clips import export_with_clips
from consensus.models import Verdict
from moments.base.errors import BadInput
from moments.clips.cutting.failures import CutError
from moments.clips.exact.frames import list_frames, require_same_video
from moments.clips.formats.mp4_boxes import read_mp4
from moments.clips.services.video_sources import source_named
from moments.models import Campaign
from tests.built_once import built_once
from tests.consensus.export.marking.scenes import at, entries, objects
from tests.consensus.export.marking.test_marked_export import decided
from tests.consensus.export.marking.test_marked_tools import evaluated, written
from tests.consensus.export.scenes import bytes_of
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign
from tests.rig.numbered import numbers_in, uneven_ms, write_numbered

pytestmark = pytest.mark.django_db
FRAMES = 800  # of 40 ms in the mean, so 32 s
QUESTIONS = [
    WorldQuestion(at(2.3, 4.1), "Who waves?", caption="a man waves"),
    WorldQuestion(at(9, 12, 20.5, 22), "Who runs?", split="val"),
    WorldQuestion(at(14, 16), "What comes next?", shown_ms=5000, window=(4500, 6250)),
]


@pytest.fixture(scope="module")
def videos(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("videos")
    write_numbered(folder / "street.mp4", FRAMES)
    (folder / "film").mkdir()
    write_numbered(folder / "film/a.mp4", 300)
    return folder


@built_once
def decided_on_two_videos() -> Campaign:
    made, (author, marker, _) = marking_campaign(videos=0, opened=False)
    store_world(
        made,
        [WorldVideo("street", 32_007, "", QUESTIONS), WorldVideo("film/a", 12_000, "", [WorldQuestion(at(1, 3.5))])],
        author,
        marker,
    )
    return made


@pytest.fixture
def campaign() -> Campaign:
    return decided_on_two_videos()


class Heard:
    """Hears of the progress; ends the work after so many clips."""

    def __init__(self, most: int = 10_000) -> None:
        self.total, self.before, self.cut, self.most = 0, 0, 0, most

    def begin(self, total: int, *, done: int = 0) -> None:
        self.total, self.before = total, done

    def advance(self, done: int) -> None:
        self.cut += 1
        if self.cut >= self.most:
            raise InterruptedError

    def look(self) -> None:
        pass


def cut(campaign: Campaign, videos: Path, out: Path, heard: Heard | None = None, **options: object) -> Heard:
    heard = heard or Heard()
    order = ClipsOrder(source_named(str(videos)), KeptClips(out.with_name("kept")), workers=2)
    wanted = {"formats": ["momentseeker"], "partial": False, **options}
    export_with_clips(campaign=campaign, out=out, order=order, progress=heard, **wanted)
    return heard


@pytest.fixture(scope="module")
def shelf(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("shelf")


@pytest.fixture
def out(campaign: Campaign, videos: Path, shelf: Path, tmp_path: Path) -> Path:
    """The export, cut by the first test that needs it; each gets a copy, and one of the clips that are kept."""
    if not (shelf / "out").exists():
        cut(campaign, videos, shelf / "out")
    for name in ("out", "kept"):
        shutil.copytree(shelf / name, tmp_path / name)
    return tmp_path / "out"


def decide_again(campaign: Campaign, start_ms: int, end_ms: int) -> None:
    """Another truth of the first question."""
    old = Verdict.objects.get(pair__ask__number=1, superseded=False)
    Verdict.objects.filter(pk=old.pk).update(superseded=True)
    decided(campaign.asks.get(number=1), ((start_ms, end_ms),))


def frames_between(start_s: float, end_s: float, most: int = FRAMES) -> list[int]:
    """Those that show at some time of the stretch."""
    shown = range(most)
    return [n for n in shown if uneven_ms(n) < end_s * 1000 and (n + 1 == most or uneven_ms(n + 1) > start_s * 1000)]


def decoded_seconds(path: Path) -> float:
    times = ["-fps_mode", "passthrough", "-enc_time_base", "demux"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-xerror", "-i", str(path), *times, "-f", "null", "-"]
    assert subprocess.run(command, capture_output=True, check=True).stderr == b""
    return read_mp4(path.read_bytes()).seconds


def test_an_evaluation_script_finds_every_file_that_the_json_names(out: Path) -> None:
    for split, task in (("test", "ms"), ("test", "ca"), ("test", "ims"), ("test", "vms"), ("val", "ms")):
        folder = out / "momentseeker" / split
        for question in entries(out, task, split):
            for candidate in question["candidate_video_list"]:
                path = folder / candidate["output_path"]
                start, end = map(int, path.stem.split("_"))
                assert decoded_seconds(path) == pytest.approx(min(end, question["duration"]) - start, abs=0.08)
                with Image.open(folder / candidate["frame_path"]) as picture:
                    picture.load()
            shown = [question[key] for key in ("qry_img_path", "qry_video_path") if question[key]]
            assert all((folder / name).is_file() for name in shown)
            assert len(shown) == (task in ("ims", "vms"))


def test_a_perfect_run_on_the_cut_export_scores_one(out: Path, tmp_path: Path) -> None:
    run = {
        one["question_id"]: [
            {"clip": one["candidate_video_list"][place]["output_path"], "score": 1} for place in one["gt_indices"]
        ]
        for task in ("ms", "ca", "ims", "vms")
        for one in entries(out, task)
    }
    found = evaluated(out / "momentseeker/test", written(tmp_path, run), "--k", "1")
    assert found["overall"]["measures"]["R@1"] == 1.0


def test_a_clip_has_exactly_the_frames_that_people_saw(out: Path) -> None:
    folder = out / "momentseeker/test"
    paths = sorted((folder / "street").glob("*.mp4"))
    assert len(paths) > 5
    for path in paths:
        start, end = map(int, path.stem.split("_"))
        frames = frames_between(start, end)
        assert numbers_in(path) == frames
        assert numbers_in(path.with_suffix(".png")) == [frames[len(frames) // 2]]
    assert numbers_in(folder / "conditions/street/5.000.png") == frames_between(5, 5.001)
    assert numbers_in(folder / "conditions/street/4.500_6.250.mp4") == frames_between(4.5, 6.25)


def test_files_of_one_length_have_one_size_one_time_and_one_structure(out: Path) -> None:
    by_length = defaultdict(list)
    for path in (out / "momentseeker/test/street").iterdir():
        start, end = map(int, path.stem.split("_"))
        by_length[end - start, path.suffix].append(path)
    assert len(by_length) >= 4
    assert max(map(len, by_length.values())) > 2
    for paths in by_length.values():
        assert len({(path.stat().st_size, path.stat().st_mtime) for path in paths}) == 1
        content = [path.read_bytes() for path in paths]
        assert not any(word in one for one in content for word in (b"x264", b"Lavf", b"Lavc"))


def test_the_list_has_every_file_with_its_checksum(out: Path) -> None:
    listed = objects(out / "momentseeker/clips.jsonl")
    found = {str(path.relative_to(out / "momentseeker")) for path in out.rglob("*") if path.suffix in (".mp4", ".png")}
    assert {one["path"] for one in listed} == found
    for one in listed:
        content = (out / "momentseeker" / one["path"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (one["bytes"], one["sha256"])
    manifest = json.loads((out / "manifest.json").read_text())
    sizes = sum(one["bytes"] for one in listed)
    assert manifest["clips"] == {"list": "momentseeker/clips.jsonl", "files": len(listed), "bytes": sizes}
    assert manifest["files"]["momentseeker/clips.jsonl"]["rows"] == len(listed)
    assert not any(name.endswith((".mp4", ".png")) for name in manifest["files"])
    assert "The clips are files of this dataset" in (out / "README.md").read_text()
    assert is_export(out)
    (out / "momentseeker/test/street/own.mp4").write_bytes(b"mine")
    assert not is_export(out)


def test_the_same_truths_give_the_same_bytes_whoever_cuts(campaign, videos, out: Path, tmp_path: Path) -> None:
    KeptClips(tmp_path / "kept").clear()
    cut(campaign, videos, tmp_path / "again")
    assert bytes_of(out) == bytes_of(tmp_path / "again")


def test_an_earlier_version_of_the_pools_comes_back_to_the_byte(campaign, videos, out: Path, tmp_path: Path) -> None:
    decide_again(campaign, 5000, 8000)
    cut(campaign, videos, tmp_path / "between")
    decide_again(campaign, 2300, 4100)
    cut(campaign, videos, tmp_path / "back")
    versions = [json.loads((path / "manifest.json").read_text())["pools"]["sha256"] for path in (
        out, tmp_path / "between", tmp_path / "back")]  # fmt: skip
    assert versions[0] == versions[2] != versions[1]
    assert bytes_of(out) == bytes_of(tmp_path / "back")


def test_an_export_that_was_stopped_cuts_only_what_is_missing(campaign, videos, tmp_path: Path) -> None:
    with pytest.raises(InterruptedError):
        cut(campaign, videos, tmp_path / "out", Heard(most=4))
    assert not (tmp_path / "out").exists()
    heard = cut(campaign, videos, tmp_path / "out")
    assert heard.before >= 4
    assert heard.before + heard.cut == heard.total


def test_a_truth_that_comes_while_clips_are_cut_is_cut_too(campaign, videos, tmp_path: Path) -> None:
    class Deciding(Heard):
        def advance(self, done: int) -> None:
            super().advance(done)
            if self.cut == 1:
                decide_again(campaign, 6000, 7000)

    cut(campaign, videos, tmp_path / "out", Deciding())
    (first, *_) = entries(tmp_path / "out", "ms")
    assert first["timestamps"] == [[6.0, 7.0]]
    assert (tmp_path / "out/momentseeker/test/street/6_7.mp4").is_file()


def test_every_video_that_cannot_be_cut_is_named_and_the_others_are_kept(campaign, videos, tmp_path: Path) -> None:
    broken = tmp_path / "videos"
    (broken / "film").mkdir(parents=True)
    (broken / "street.mp4").write_bytes((videos / "street.mp4").read_bytes())
    (broken / "film/a.mp4").write_bytes(b"no video at all")
    with pytest.raises(BadInput, match=r"^no export was written, as 1 video could not be cut: 'film/a' \(the file is"):
        cut(campaign, broken, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    (broken / "film/a.mp4").write_bytes((videos / "film/a.mp4").read_bytes())
    heard = cut(campaign, broken, tmp_path / "out")
    assert heard.before >= 10
    assert heard.cut == heard.total - heard.before


def test_a_file_of_another_length_is_refused(campaign, videos, tmp_path: Path) -> None:
    table = list_frames(videos / "street.mp4", tmp_path)
    require_same_video(videos / "street.mp4", table)
    with pytest.raises(CutError, match=r"the file lasts 12\.\d+ s, but people marked a video of 32\.\d+ s; use the"):
        require_same_video(videos / "film/a.mp4", table)


@pytest.mark.parametrize("name", ["../out", "/etc/passwd", "a//b", ".", "a" * 201, "a\0b"])
def test_a_name_that_leads_elsewhere_is_refused(campaign, videos, tmp_path: Path, name: str) -> None:
    if "\0" not in name and len(name) <= 200:
        campaign.videos.filter(name="film/a").update(name=name)
        with pytest.raises(BadInput, match="cannot be the name of a folder"):
            cut(campaign, videos, tmp_path / "out")
    assert not is_path(name)


def test_the_command_cuts_says_first_what_it_takes_and_leaves_nothing_beside(
    campaign, videos, tmp_path: Path, capsys
) -> None:
    call_command("export_labels", "long", "--out", str(tmp_path / "out"), "--clips-from", str(videos))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("expected")
    assert " to cut, up to " in lines[0]
    assert any(line.startswith("momentseeker/clips.jsonl: ") for line in lines)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_command_speaks_of_its_option(campaign, videos, tmp_path: Path) -> None:
    wanted = ["export_labels", "long", "--out", str(tmp_path / "out"), "--clips-from"]
    with pytest.raises(
        CommandError, match="^--clips-from: only the format momentseeker has clips; this export lacks it"
    ):
        call_command(*wanted, str(videos), "--formats", "raw")
    with pytest.raises(CommandError, match="is not a folder$"):
        call_command(*wanted, str(tmp_path / "none"))

"""`cut_clips` and `create_campaign --renditions`: figures, warnings, and one clear line on bad input."""

import io
import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from annotator.desk.services.claiming import claim_seats
from annotator.models import Problem, ProblemKind, Standing
from annotator.problems.services.reporting import report_problem
from consensus.opening.services import open_campaign
from consensus.sweep.services import settle_campaign
from moments.clips.services.orders import LEASE, take_video
from moments.models import Campaign, Clip, CutOrder, Pair
from tests.factories import make_member
from tests.moments.clips.scenes import add, add_whole

pytestmark = pytest.mark.django_db


def run(name: str, *arguments: object) -> str:
    out = io.StringIO()
    call_command(name, *map(str, arguments), stdout=out)
    return out.getvalue()


def refusal(name: str, *arguments: object) -> str:
    with pytest.raises(CommandError) as error:
        run(name, *arguments)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_campaign_is_made_with_its_renditions() -> None:
    run("create_campaign", "films", "--renditions", "mp4,gif")
    run("create_campaign", "plain")
    assert dict(Campaign.objects.values_list("slug", "renditions")) == {"films": "mp4,gif", "plain": "gif"}


@pytest.mark.parametrize("names", ["avi", "gif,gif", "mp4, gif", "", "gif,", "GIF"])
def test_renditions_that_are_none_are_refused_and_nothing_is_made(names: str) -> None:
    wanted = f"renditions {names!r}: expected one or more of gif, mp4, webp, each once, comma-separated"
    assert refusal("create_campaign", "films", f"--renditions={names}") == wanted
    assert not Campaign.objects.exists()


def test_it_says_what_it_takes_and_what_came_of_it(campaign, folder: Path, capsys) -> None:
    Campaign.objects.update(renditions="mp4,gif")
    add(campaign, "good", "missing")
    lines = run("cut_clips", "films", "--videos", folder).splitlines()
    assert lines == ["4 clips to cut, up to 2 MB and less than a minute expected", "ready: 2", "failed: 2"]
    warnings = capsys.readouterr().err
    for name in ("mp4", "gif"):
        assert f"warning: {name} of moment 2 (missing): the folder has no video with this name" in warnings


def test_an_error_ends_it_where_nothing_could_be_cut_and_none_where_something_could(campaign, folder: Path) -> None:
    add(campaign, "good", "missing")
    assert run("cut_clips", "films", "--videos", folder).splitlines()[-2:] == ["ready: 1", "failed: 1"]
    assert refusal("cut_clips", "films", "--videos", folder) == "no clip could be cut; see the warnings for the reasons"
    assert set(Clip.objects.values_list("state", flat=True)) == {"ready", "failed"}


@pytest.mark.parametrize("how", [[], ["--order-only"], ["--again", 1], ["--all"]])
def test_a_source_without_any_video_of_the_campaign_stops_it_before_the_order(campaign, tmp_path: Path, how) -> None:
    add(campaign, "good", "late")
    (tmp_path / "holiday.mp4").write_bytes(b"x")
    problem = refusal("cut_clips", "films", "--videos", tmp_path, *how)
    assert problem == f"{tmp_path}: contains no video of campaign 'films'; nothing was cut"
    assert (CutOrder.objects.count(), Clip.objects.count()) == (0, 0)
    (tmp_path / "friends_frames" / "late").mkdir(parents=True)
    run("cut_clips", "films", "--videos", tmp_path, "--order-only")
    assert CutOrder.objects.count() == 1


def test_again_needs_moments_of_the_campaign(campaign, folder: Path) -> None:
    add(campaign, "good")
    message = refusal("cut_clips", "films", "--videos", folder, "--again", 7, 9)
    assert message == "campaign 'films' has no moment 7, 9; nothing was cut"


def test_again_and_all_exclude_each_other(campaign, folder: Path) -> None:
    assert "not allowed with" in refusal("cut_clips", "films", "--videos", folder, "--all", "--again", 1)


def test_a_clip_cut_again_brings_its_reported_pair_back_without_the_lead(campaign, folder: Path) -> None:
    moment = add(campaign, "good")["good"]
    run("cut_clips", "films", "--videos", folder)
    member = make_member(campaign, standing=Standing.QUALIFIED)
    now = timezone.now()
    open_campaign(campaign=campaign, allow_missing_clips=False, now=now, actor="test")
    seat = claim_seats(member=member, count=1, now=now).seats[0]
    report_problem(member=member, seat=seat.public_id, kind=ProblemKind.BROKEN_CLIP, note="", now=timezone.now())
    assert claim_seats(member=member, count=1, now=now).seats == []
    key = Clip.objects.get(moment=moment).key
    output = run("cut_clips", "films", "--videos", folder, "--again", moment.desc_id)
    assert output.startswith("1 clip to cut, up to 1 MB and less than a minute expected")
    assert settle_campaign(campaign=campaign, now=timezone.now() + timedelta(seconds=1)).returned == 1
    assert [held.pk for held in claim_seats(member=member, count=1, now=timezone.now()).seats] == [seat.pk]
    assert (Problem.objects.get().resolution, Clip.objects.get(moment=moment).key != key) == ("clip cut again", True)


def test_it_says_why_it_waits_where_another_worker_was_killed(campaign, folder: Path, capsys) -> None:
    add(campaign, "good")
    run("cut_clips", "films", "--videos", folder, "--order-only")
    assert take_video(now=timezone.now() - LEASE + timedelta(seconds=2)) is not None
    assert json.loads(run("cut_clips", "films", "--json")) == {"ready": 1, "failed": 0}
    held = r"1 video is being cut by another worker; if it was killed, this one continues in \d s\n"
    assert re.fullmatch(held, capsys.readouterr().err)


def test_an_order_is_left_to_the_workers_and_stopped(campaign, folder: Path, tmp_path: Path) -> None:
    add(campaign, "good", "late")
    assert run("cut_clips", "films", "--videos", folder, "--order-only").splitlines()[-1] == "videos: 2"
    (tmp_path / "good.mp4").write_bytes((folder / "good.mp4").read_bytes())
    assert "clips from " in refusal("cut_clips", "films", "--videos", tmp_path)
    assert not Clip.objects.exists()
    assert run("cut_clips", "films", "--stop").startswith("stopped: ")
    assert refusal("cut_clips", "films", "--stop") == "no clips of campaign 'films' are being cut"
    assert run("cut_clips", "films").splitlines()[-2:] == ["ready: 1", "failed: 1"]


def test_a_retry_takes_what_failed_alone_and_the_last_source(campaign, folder: Path) -> None:
    assert (
        refusal("cut_clips", "films")
        == "--videos: name the folder or bucket; no clip of this campaign has been cut yet"
    )
    add(campaign, "good", "text")
    run("cut_clips", "films", "--videos", folder)
    Clip.objects.filter(moment__video__name="good").update(state="failed", reason="the disk is full")
    assert json.loads(run("cut_clips", "films", "--retry", "--json")) == {"ready": 1, "failed": 1}
    wanted = "--order-only: cannot be used with --again, which cuts at once"
    assert refusal("cut_clips", "films", "--again", 1, "--order-only") == wanted


def test_a_retry_takes_what_an_order_for_everything_left_too(campaign, folder: Path) -> None:
    add(campaign, "good")
    Pair.objects.all().delete()
    assert json.loads(run("cut_clips", "films", "--all", "--videos", folder, "--json")) == {"ready": 1, "failed": 0}
    Clip.objects.update(state="failed", reason="the disk is full")
    assert json.loads(run("cut_clips", "films", "--json")) == {"ready": 0, "failed": 0}
    assert json.loads(run("cut_clips", "films", "--retry", "--json")) == {"ready": 1, "failed": 0}


def test_proxies_are_cut_by_the_same_command_and_a_wrong_length_is_said(marking, folder: Path, capsys) -> None:
    add_whole(marking, "good", "missing", duration_s=60)
    lines = run("cut_clips", "long", "--videos", folder).splitlines()
    assert lines == [
        "2 clips to cut, up to 24 MB and less than a minute expected",
        *["ready: 1", "failed: 1", "durations corrected: 1"],
    ]
    warned = capsys.readouterr().err
    assert "warning: proxy of moment 2 (missing): the folder has no video with this name" in warned
    assert "warning: good lasts 6 s, not 60 s; its duration was corrected" in warned


def test_many_wrong_lengths_are_listed_in_part(marking, folder: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr("moments.management.commands.cut_clips.MOST_LISTED", 0)
    add_whole(marking, "good", duration_s=60)
    assert json.loads(run("cut_clips", "long", "--videos", folder, "--json"))["durations_corrected"] == 1
    assert "warning: and 1 more durations were corrected" in capsys.readouterr().err

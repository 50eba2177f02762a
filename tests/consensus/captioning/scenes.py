"""Decided questions on a film whose frames show their numbers, and runs that write captions of them, for tests."""

from __future__ import annotations

import atexit
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from annotator.marking.segments import Segment
from annotator.models import DerivedAsk, Membership
from consensus.captioning.prompt import prompt_mark
from consensus.captioning.services.jobs import CAPTIONS, write_held
from consensus.captioning.services.runs import CaptionManner, order_captions
from consensus.models import CaptionRun
from moments.clips.cutting.whole_video import WholeVideo, cut_whole_video
from moments.clips.exact.frames_file import frames_file
from moments.clips.storage import store_clip
from moments.jobs.services.doing import Go, do_held_job
from moments.models import Campaign, Clip, ClipPart, ClipPartKind, Job
from tests.factories import NOW
from tests.llm_stub import KEY, LlmStub
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign
from tests.rig.numbered import write_numbered

FRAMES = 200  # eight seconds
TRUTHS = ((Segment(1_000, 3_000),), (Segment(500, 1_500), Segment(6_000, 7_000)), (Segment(4_000, 4_200),))
MANNER = CaptionManner("stub", prompt_mark(), frames=4, parallel=1, rate=6_000)


@cache
def film() -> tuple[WholeVideo, Path]:
    """A whole video of numbered frames as it is cut, and the folder of its files: cut once a process."""
    folder = Path(mkdtemp(prefix="reelevance-captions-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    whole = cut_whole_video(write_numbered(folder / "film.mkv", FRAMES), folder)
    (folder / "frames.json").write_bytes(frames_file(whole))
    return whole, folder


def filmed_campaign() -> tuple[Campaign, list[Membership]]:
    """Three decided questions, 1 to 3, on one video whose proxy and frame table are stored; author and marker."""
    campaign, members = marking_campaign(people=2, videos=0, opened=False)
    questions = [WorldQuestion(truth, f"When is it {number}?") for number, truth in enumerate(TRUTHS, start=1)]
    store_world(campaign, [WorldVideo("film_01", 8_000, questions=questions)], *members)
    store_film(campaign)
    return campaign, members


def store_film(campaign: Campaign) -> Clip:
    """The proxy of the campaign's video with its parts, cut from a film of numbered frames."""
    whole, folder = film()
    cut, moment = whole.proxy, campaign.moments.get(whole=True)
    shape = {"width": cut.width, "height": cut.height, "frames": cut.frames, "seconds": cut.seconds}
    proxy = Clip.objects.create(moment=moment, rendition="proxy", state="ready", size=100, **shape)
    store_clip(proxy, folder / "proxy.mp4")
    part = ClipPart.objects.create(clip=proxy, kind=ClipPartKind.FRAMES, position=1, size=10, sha256="0" * 64)
    store_clip(part, folder / "frames.json")
    return proxy


def named_endpoint(settings, stub: LlmStub, *, timeout_s: float = 5.0) -> None:
    """Let the settings name the stub, as the environment would."""
    from config.language_model import LanguageModel

    settings.LANGUAGE_MODEL = LanguageModel(stub.url, KEY, "stub", timeout_s, private=True)


def run_of(campaign: Campaign, *, actor: str = "L9", **fields) -> CaptionRun:
    return order_captions(campaign=campaign, manner=replace(MANNER, **fields), actor=actor, now=NOW, held=True)


def written(campaign: Campaign, **fields) -> Job:
    """The job of a whole run, on the endpoint of the settings."""
    run = run_of(campaign, **fields)

    def work(job: Job, go: Go) -> str:
        return write_held(job, go)

    do_held_job(replace(CAPTIONS, work=work), run.job, now=NOW)
    return Job.objects.get(pk=run.job.pk)


def captions(campaign: Campaign) -> list[tuple[int, str, str]]:
    """Question, text and state of every caption."""
    made = DerivedAsk.objects.filter(ask__campaign=campaign, task="ca").order_by("ask__number", "pk")
    return list(made.values_list("ask__number", "text", "state"))

"""`cut_clips`: the clips of every moment that a pair needs, or of some again; ordered, retried, stopped.

Where segments are marked, the clips are the proxies of whole videos.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.selectors.cutting import active_order, failed_unneeded, last_order
from moments.clips.services.cutting import Cut, cut_clips
from moments.clips.services.orders import order_clips, stop_order
from moments.clips.services.plans import CuttingPlan, plan_clips, require_space, require_videos
from moments.clips.services.storage_state import check_clip_storage
from moments.clips.services.verifying import moments_damaged
from moments.clips.services.video_sources import VideoSource, source_named
from moments.management.command import ReelevanceCommand

MOST_LISTED = 20


class Command(ReelevanceCommand):
    """Cuts clips."""

    help = (
        "Cut the campaign's renditions for each moment that pairs need and that has none yet; where segments are "
        "marked, make the proxy of each whole video. Videos are found by name, with or without a suffix such as .mp4, "
        "in a folder (files, or folders of numbered JPEGs, three a second) or in s3://bucket/prefix. You can run it "
        "several times at once or beside workers: they share the videos. Run it again to continue after a stop. Clips "
        "that fail are listed with the reason."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the videos are, which moments are wanted, and who cuts."""
        super().add_arguments(parser)
        parser.add_argument(
            "--videos", metavar="SOURCE", help="where the videos are (default: where they were last time)"
        )
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--all", action="store_true", help="cut every moment, whether a pair needs it or not")
        which.add_argument("--retry", action="store_true", help="cut only moments with a failed clip")
        which.add_argument(
            "--again",
            type=int,
            nargs="*",
            metavar="DESC_ID",
            help="cut these moments again, even if they are ready; their reported pairs come back with the next sweep; "
            "without numbers: the moments for which `clips verify` finds a missing file or another size",
        )
        which.add_argument("--stop", action="store_true", help="stop cutting once the current videos are finished")
        parser.add_argument("--order-only", action="store_true", help="only place the order; workers do the cutting")

    def run(self, **options: Any) -> None:
        """Say what it takes, cut, and list what failed."""
        if options["stop"]:
            self._stop()
            return
        if options["order_only"] and options["again"] is not None:
            raise BadInput("--order-only: cannot be used with --again, which cuts at once")
        again = self._again(options["again"])
        if again is None:
            self.report({"ready": 0, "failed": 0}, as_json=options["json"])
            return
        source = self._source(options["videos"])
        everything = options["all"] or (options["retry"] and failed_unneeded(self.campaign))
        wanted = {"everything": everything, "failed": options["retry"]}
        plan = plan_clips(campaign=self.campaign, again=again, **wanted)
        if not options["json"]:
            self.say(f"{counted(plan.clips, 'clip')} to cut, {plan.needs_in_words}")
        self._require_places(source_named(source), plan)
        if options["order_only"]:
            self._order(source, wanted, as_json=options["json"])
            return
        with self.progress(plan.clips, "cutting") as advance:
            wanted |= {"again": again, "waits": self._tell_waiting}
            cut = cut_clips(campaign=self.campaign, folder=source, advance=advance, **wanted)
        self._tell(cut, as_json=options["json"])

    def _again(self, named: Sequence[int] | None) -> Sequence[int] | None:
        """The moments to cut again: none without --again; None if it names none and all clips are there."""
        if named is None:
            return ()
        return named or moments_damaged(campaign=self.campaign, now=self.now()) or None

    def _require_places(self, source: VideoSource, plan: CuttingPlan) -> None:
        """A source with a video of the campaign, space, and a storage that takes clips, before anything starts."""
        source.require()
        if plan.clips + plan.posters:
            require_videos(campaign=self.campaign, source=source)
            require_space(plan)
            for warning in check_clip_storage():
                self.warn(warning)

    def _tell_waiting(self, videos: int, seconds: float) -> None:
        held = counted(videos, "video is", "videos are")
        self.stderr.write(
            f"{held} being cut by another worker; if it was killed, this one continues in {seconds:.0f} s"
        )

    def _tell(self, cut: Cut, *, as_json: bool) -> None:
        for failure in cut.failed[:MOST_LISTED]:
            self.warn(f"{failure.rendition} of moment {failure.moment} ({failure.video}): {failure.reason}")
        if len(cut.failed) > MOST_LISTED:
            self.warn(f"and {len(cut.failed) - MOST_LISTED} more")
        self._tell_corrected(cut)
        self._tell_left_out(cut)
        corrected = {"durations_corrected": len(cut.corrected)} if cut.corrected else {}
        left_out = {"frames_left_out": sum(cut.left_out.values())} if cut.left_out else {}
        self.report({"ready": cut.ready, "failed": len(cut.failed), **corrected, **left_out}, as_json=as_json)
        if cut.failed and not cut.ready:
            raise BadInput("no clip could be cut; see the warnings for the reasons")

    def _tell_corrected(self, cut: Cut) -> None:
        for one in cut.corrected[:MOST_LISTED]:
            self.warn(f"{one.video} lasts {one.real_s:g} s, not {one.imported_s:g} s; its duration was corrected")
        if len(cut.corrected) > MOST_LISTED:
            self.warn(f"and {len(cut.corrected) - MOST_LISTED} more durations were corrected")

    def _tell_left_out(self, cut: Cut) -> None:
        for video, count in list(cut.left_out.items())[:MOST_LISTED]:
            frames = counted(count, "frame")
            self.warn(f"{video}: {frames} with the time of another frame cannot be shown and will be left out")
        if len(cut.left_out) > MOST_LISTED:
            self.warn(f"and {len(cut.left_out) - MOST_LISTED} more videos with such frames")

    def _source(self, given: str | None) -> str:
        if given is not None:
            return given
        order = last_order(self.campaign)
        if order is None:
            raise BadInput("--videos: name the folder or bucket; no clip of this campaign has been cut yet")
        return order.source

    def _order(self, source: str, wanted: dict[str, bool], *, as_json: bool) -> None:
        order = order_clips(campaign=self.campaign, source=source_named(source).address, now=self.now(), **wanted)
        self.report({"videos": order.videos.count() if order else 0}, as_json=as_json)

    def _stop(self) -> None:
        order = active_order(self.campaign)
        if order is None or not stop_order(order=order, now=self.now()):
            raise BadInput(f"no clips of campaign {self.campaign.slug!r} are being cut")
        self.say("stopped: the current videos will be finished, and no other video will be started")

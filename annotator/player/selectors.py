"""Which files the player is made of, what it says, and what it plays of a moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.templatetags.static import static
from django.utils.translation import gettext as _

from moments.clips.selectors.clips import clip_failures, ready_clips_of_all_kinds, ready_posters
from moments.clips.storage import clip_url, poster_url
from moments.models import Clip, SampleClip
from moments.models.checks import PROXY

FOLDER = Path(__file__).resolve().parents[2] / "static" / "annotator" / "player"
MODULES = tuple(sorted(path.stem for path in FOLDER.glob("player*.js")))
BEST_FIRST = ("mp4", PROXY, "webp", "gif")


@dataclass(frozen=True, slots=True)
class PlayableClip:
    """What a page shows of a moment: its renditions, best first, as the player takes them (none if it cannot be
    shown), the address of its still (or nothing) and why it could not be cut (or nothing).
    """

    renditions: tuple[dict[str, Any], ...]
    poster: str
    failure: str


NO_CLIP = PlayableClip((), "", "")


def player_modules() -> dict[str, str]:
    """The addresses of its modules by name; the manifest of static files rewrites no imports."""
    return {name: static(f"annotator/player/{name}.js") for name in MODULES}


def player_texts() -> dict[str, str]:
    """What the player says of the clip; its buttons have their names in the template."""
    return {"clip": _("The clip to judge")}


def page_player_texts() -> dict[str, str]:
    """What it says on other pages than the desk."""
    return {
        "clip": _("The clip"),
        "name": _("The clip of {name}"),
        "loading": _("Loading the clip…"),
        "broken": _("The clip did not load. If trying again does not help, reload the page."),
    }


def playable_clips(moments: Iterable[int]) -> dict[int, PlayableClip]:
    """What to show of each of the moments (by primary key), cut or not; three SQL queries.

    Whole videos play their proxies, which are streamed and not fetched at once.
    """
    wanted = sorted(set(moments))
    found, failures, posters = ready_clips_of_all_kinds(wanted), clip_failures(wanted), ready_posters(wanted)
    return {
        pk: PlayableClip(
            _best_first(found.get(pk, ())),
            poster_url(posters[pk]) if pk in posters else "",
            failures.get(pk, ""),
        )
        for pk in wanted
    }


def playable_sample(sample: SampleClip) -> PlayableClip:
    """One clip of a test cut."""
    return PlayableClip((_rendition(sample),) if sample.size else (), "", sample.reason)


def _best_first(clips: Iterable[Clip]) -> tuple[dict[str, Any], ...]:
    return tuple(_rendition(clip) for clip in sorted(clips, key=lambda clip: BEST_FIRST.index(clip.rendition)))


def _rendition(clip: Clip | SampleClip) -> dict[str, Any]:
    more = {"streamed": True} if clip.rendition == PROXY else {}
    more |= {"sound": True} if clip.has_sound else {}
    return {
        "url": clip_url(clip),
        "type": clip.media_type,
        "width": clip.width,
        "height": clip.height,
        "seconds": clip.seconds,
        "bytes": clip.size,
        "frames": clip.frames,
    } | more

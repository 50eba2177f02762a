"""The player in a page: `{% player_head %}` once among its scripts, `{% player clip "pair" 12 %}` for each clip."""

from __future__ import annotations

import json
from typing import Any

from django import template

from annotator.player.selectors import NO_CLIP, PlayableClip, page_player_texts, player_modules

register = template.Library()
OPENS = ("box", "here", "now")


@register.inclusion_tag("annotator/player/_head.html")
def player_head() -> dict[str, Any]:
    """Stylesheets, modules and frames of the player."""
    return {"settings": {"modules": player_modules(), "texts": page_player_texts()}}


@register.inclusion_tag("annotator/player/_clip.html")
def player(
    clip: PlayableClip | None, name: str, number: int | str = "", *, caption: str = "", opens: str = "box"
) -> dict[str, Any]:
    """A still of the clip, or why there is none. `name` and `number` say whose it is: "pair 12".

    On a click it opens large in a `box`, with `caption` beneath; or it plays in its place, `here`, or
    `now`: as soon as it comes into view.
    """
    if opens not in OPENS:
        raise template.TemplateSyntaxError(f"opens: expected one of {', '.join(OPENS)}")
    shown = clip or NO_CLIP
    renditions = json.dumps(shown.renditions, separators=(",", ":"))
    whose = f"{name} {number}".strip()
    return {"clip": shown, "name": whose, "caption": caption, "opens": opens, "renditions": renditions}

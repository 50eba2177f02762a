"""Which files the player is made of, and what it says, in the language of the request."""

from __future__ import annotations

from pathlib import Path

from django.templatetags.static import static
from django.utils.translation import gettext as _

FOLDER = Path(__file__).resolve().parents[2] / "static" / "annotator" / "player"
MODULES = tuple(sorted(path.stem for path in FOLDER.glob("*.js")))


def player_modules() -> dict[str, str]:
    """The addresses of its modules by name; the manifest of static files rewrites no imports."""
    return {name: static(f"annotator/player/{name}.js") for name in MODULES}


def player_texts() -> dict[str, str]:
    """What the player says of the clip; its buttons have their names in the template."""
    return {"clip": _("The clip to judge")}

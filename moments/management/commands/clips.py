"""`clips verify` and `clips clean`: whether the storage holds what the database says, and nothing besides."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from moments.base.errors import BadInput
from moments.clips.buckets.troubles import CLIENT_ERRORS, trouble_of
from moments.clips.services.storage_state import check_clip_storage
from moments.clips.services.verifying import Compared, Named, compare_clips, remove_orphans
from moments.management.command import ReelevanceCommand
from moments.models import Campaign

MOST_LISTED = 20


class Command(ReelevanceCommand):
    """Looks into the clip storage."""

    help = (
        "verify: compare a campaign's clips with the clip storage in both directions; the exit code is 1 if a clip is "
        "missing or wrong. clean: delete files older than an hour that no clip refers to; safe while clips are cut."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do, and how thoroughly."""
        parser.add_argument("do", choices=["verify", "clean"])
        super().add_arguments(parser)
        parser.add_argument("--deep", action="store_true", help="for verify: read every byte and compare SHA-256")

    def run(self, **options: Any) -> None:
        """Compare or clean."""
        if options["do"] == "clean":
            with _naming_trouble():
                removed, ended = remove_orphans(campaign=self.campaign, now=self.now())
            self.report({"orphans_removed": removed, "half_uploads_ended": ended}, as_json=options["json"])
            return
        with _naming_trouble(), self.progress(None, "comparing") as advance:
            warnings = check_clip_storage()
            found = compare_clips(campaign=self.campaign, deep=options["deep"], now=self.now(), advance=advance)
        for warning in warnings:
            self.warn(warning)
        self._tell(found, as_json=options["json"])
        if not found.is_good:
            raise BadInput(f"the clip storage does not match the database; {_mending(self.campaign, found)}")

    def _tell(self, found: Compared, *, as_json: bool) -> None:
        lists = {
            "missing": list(map(_line_of, found.missing)),
            "wrong": list(map(_line_of, found.wrong)),
            "orphan": found.orphans,
        }
        for state, lines in lists.items():
            for line in lines[:MOST_LISTED]:
                self.warn(f"{state}: {line}")
            if len(lines) > MOST_LISTED:
                self.warn(f"{state}: and {len(lines) - MOST_LISTED} more")
        figures = {
            "good": found.good,
            "missing": len(found.missing),
            "wrong": len(found.wrong),
            "orphans": len(found.orphans),
        }
        self.report(figures | (_listed(found) if as_json else {}), as_json=as_json)


@contextmanager
def _naming_trouble() -> Iterator[None]:
    """What the storage's client raises becomes BadInput that names the state."""
    try:
        yield
    except (*CLIENT_ERRORS, OSError) as error:
        raise BadInput(trouble_of(error).reason) from error


def _line_of(one: Named) -> str:
    whose = "the campaign" if one.moment is None else f"moment {one.moment}"
    return f"{one.kind} of {whose} ({one.name})"


def _listed(found: Compared) -> dict[str, Any]:
    """All that is not as it should be, for programs, nothing if all is; `moments` are those to cut again."""
    if found.is_good and not found.orphans:
        return {}
    lists = {"missing_files": found.missing, "wrong_files": found.wrong}
    files = {
        name: [{"moment": one.moment, "kind": one.kind, "name": one.name} for one in ones]
        for name, ones in lists.items()
    }
    return {**files, "orphan_files": found.orphans, "moments": found.moments}


def _mending(campaign: Campaign, found: Compared) -> str:
    """The command that cuts them again; what texts show comes only from a backup."""
    if not found.moments:
        return "bring the pictures and clips of texts back from a backup"
    command = f"manage.py cut_clips {campaign.slug} --again"
    if len(found.moments) <= MOST_LISTED:
        return f"{command} {' '.join(map(str, found.moments))} cuts them again"
    return f"{command} cuts what is missing or has another size; name DESC_IDs to cut all moments that --json lists"

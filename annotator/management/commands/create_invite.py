"""`create_invite`: a link with which people join a campaign, shown once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from annotator.joining.services.invites import make_invite
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Makes an invite."""

    help = "Create an invite link. It is printed once; only its digest is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """For how many, for how long, and where the platform is reached."""
        super().add_arguments(parser)
        parser.add_argument("--uses", type=int, default=1, metavar="N", help="how many people can join (1)")
        parser.add_argument("--days", type=int, default=7, metavar="D", help="how many days it is valid (7)")
        parser.add_argument("--note", default="", help="a note for the lead's list of invites")
        parser.add_argument("--base", default=_base(), metavar="URL", help="address of the platform (%(default)s)")

    def run(self, **options: Any) -> None:
        """Make it and print the link."""
        base = urlsplit(options["base"])
        if base.scheme not in ("http", "https") or not base.netloc:
            raise BadInput(f"--base: expected http://… or https://…, got {options['base']!r}")
        made = make_invite(
            campaign=self.campaign,
            uses=options["uses"],
            days=options["days"],
            note=options["note"],
            now=self.now(),
            actor="command",
        )
        self.say(f"{base.scheme}://{base.netloc}{reverse('join', args=[made.token])}")


def _base() -> str:
    host = next((host for host in settings.ALLOWED_HOSTS if not host.startswith(("*", "."))), "localhost")
    return f"https://{host}" if settings.SECURE_SSL_REDIRECT else f"http://{host}:8000"

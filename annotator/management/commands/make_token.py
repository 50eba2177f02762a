"""`make_token`: an API token of an account, shown once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from annotator.models import TokenScope, User
from annotator.people.services.tokens import MOST_DAYS, make_token
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Makes a token."""

    help = "Create an API token for an account. It is printed once; only its digest is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, what it opens, for how long."""
        parser.add_argument("worker_id", help="the account")
        parser.add_argument("--scope", default="read", help=f"{' or '.join(TokenScope.values)} (%(default)s)")
        parser.add_argument(
            "--days",
            type=int,
            default=90,
            metavar="D",
            help=f"how many days it is valid, 1 to {MOST_DAYS} (%(default)s)",
        )
        parser.add_argument("--label", default="", help="name of the program that uses it")

    def run(self, **options: Any) -> None:
        """Make it and print it."""
        user = User.objects.filter(username=options["worker_id"]).first()
        if user is None:
            raise BadInput(f"there is no account {options['worker_id']!r}")
        asked = {field: options[field] for field in ("label", "scope", "days")}
        self.say(make_token(user=user, now=self.now(), **asked).secret)

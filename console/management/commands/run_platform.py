"""`run_platform`: what `make serve` runs: serves the platform in embedded mode, empty at first."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from annotator.people.selectors.first_admin import setup_code, waits_for_first_admin
from console.management.serving import free_port, serve


class Command(BaseCommand):
    """Serves the platform with its worker."""

    help = (
        "Serve the platform in embedded mode, with its worker, until stopped. The data is in REELEVANCE_DATA_DIR. "
        "A platform without accounts prints the setup code with which its first visitor becomes the admin."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000, help="the first port to try; the next free one is used")

    def handle(self, **options: Any) -> None:
        """Prepare the tables and the static files, say where it is, serve."""
        if not settings.ENVIRONMENT.embedded:
            raise CommandError("this is for embedded mode; unset DATABASE_URL")
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        port = free_port(options["host"], options["port"])
        self.say("")
        self.say(f"  Reelevance  http://{options['host']}:{port}/")
        self.say(f"    data in    {settings.DATA_DIR}")
        if waits_for_first_admin():
            self.say(f"    setup code {setup_code()} (create the first admin with it)")
        self.say("")
        serve(host=options["host"], port=port)

    def say(self, line: str) -> None:
        """One line, at once."""
        self.stdout.write(line)
        self.stdout.flush()

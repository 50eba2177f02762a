"""`run_demo`: what `make run` runs: prepares the demo once, then serves it with its worker."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from consensus.simulation.services.demos.demo import prepare_demo
from consensus.simulation.services.demos.demo_logins import DemoLogins
from console.management.serving import free_port, serve


class Command(BaseCommand):
    """Serves the demo."""

    help = "Prepare the demo campaign (once) and serve it in embedded mode, with its worker, until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen; whether to serve at all."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000, help="the first port to try; the next free one is used")
        parser.add_argument("--prepare-only", action="store_true", help="prepare the demo without serving it")

    def handle(self, **options: Any) -> None:
        """Prepare, tell, serve."""
        if not settings.ENVIRONMENT.embedded:
            raise CommandError("the demo is for embedded mode; unset DATABASE_URL")
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        logins = prepare_demo(say=self.say)
        if options["prepare_only"]:
            self.tell(logins, "")
            return
        port = free_port(options["host"], options["port"])
        self.tell(logins, f"http://{options['host']}:{port}/")
        serve(host=options["host"], port=port)

    def say(self, line: str) -> None:
        """One line, at once."""
        self.stdout.write(line)
        self.stdout.flush()

    def tell(self, logins: DemoLogins, url: str) -> None:
        """The address and who may sign in."""
        self.say("")
        self.say(f"  Reelevance demo  {url}")
        for role, login in logins.items():
            self.say(f"    {role:<10} worker ID {login['worker_id']:<10} password {login['password']}")
        self.say("")

"""Celery's workers write down in the database that they are alive."""

from __future__ import annotations

from typing import Any

from celery import current_app
from celery.signals import heartbeat_sent
from django.db import connections


@heartbeat_sent.connect
def note_worker(sender: Any, **_: object) -> None:
    """Called every other second in the worker's own process while the broker answers it."""
    from config.workers.worker_pulse import PULSE  # models are loaded only after Celery's application

    if PULSE.beat(sender.eventer.hostname, current_app.amqp.queues.consume_from):
        connections.close_all()  # processes that are forked later must not share one

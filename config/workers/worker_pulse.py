"""The pulse of the Celery worker in this process."""

from moments.jobs.services.beats import Pulse

PULSE = Pulse()

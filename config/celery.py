"""The Celery application on the broker that the settings name; config/jobs.py gives it its tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("reelevance")
app.config_from_object("django.conf:settings", namespace="CELERY")

import config.checks  # noqa: E402  registers the check of its tasks
import config.workers.worker_beats  # noqa: E402, F401

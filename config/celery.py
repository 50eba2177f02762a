"""The Celery application: tasks of every app, on the broker that the settings name."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("reelevance")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

import config.checks  # noqa: E402, F401  registers the check of the tasks just found

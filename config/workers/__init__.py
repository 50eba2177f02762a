"""What Celery runs on: its beat, and the signs of life of its workers."""

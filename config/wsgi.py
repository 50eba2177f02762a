"""The WSGI application that gunicorn serves."""

import logging
import os

from django.core.wsgi import get_wsgi_application

from config.monitoring.log_lines import PlainLines

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Gunicorn has set up its own loggers by now, which the settings do not reach.
for _name in ("gunicorn.access", "gunicorn.error"):
    logging.getLogger(_name).addFilter(PlainLines())

application = get_wsgi_application()

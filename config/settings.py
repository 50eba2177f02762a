"""Django's settings, made from the environment that config.environment has read and checked."""

from __future__ import annotations

import os
from datetime import timedelta

from csp.constants import NONE, SELF

from config.environment import BASE_DIR, read_environment
from moments.clips.buckets.clients import client_config

ENVIRONMENT = read_environment(os.environ)

SECRET_KEY = ENVIRONMENT.secret_key
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = list(ENVIRONMENT.hosts)
CSRF_TRUSTED_ORIGINS = list(ENVIRONMENT.trusted_origins)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "axes",
    "moments",
    "annotator",
    "consensus",
    "benchmark",
    "archive",
    "console",
    "config",
]

MIDDLEWARE = [
    "config.monitoring.request_log.request_log",
    "django.middleware.security.SecurityMiddleware",
    "config.plain_addresses.plain_addresses",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.unkept.unkept",
    "config.policy.OnePolicyMiddleware",
    "config.session_cookie.SteadyCookieMiddleware",
    "config.language.ChosenLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.messages.LazyMessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "annotator.people.views.sign_in.back_to_the_page",
    # The last: it turns a sign-in that was refused after too many wrong passwords into an answer that says so.
    "axes.middleware.AxesMiddleware",
]

METRICS_TOKEN = ENVIRONMENT.metrics_token
if METRICS_TOKEN:  # counting costs each request a little, so only where somebody reads the counts
    MIDDLEWARE = [
        "django_prometheus.middleware.PrometheusBeforeMiddleware",
        *MIDDLEWARE,
        "django_prometheus.middleware.PrometheusAfterMiddleware",
    ]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": ENVIRONMENT.database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "annotator.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username"]},
    },
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
    ),
]
SESSION_ENGINE = "annotator.people.selectors.sessions"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "annotator.people.selectors.sessions.Accounts",
    "django.contrib.auth.backends.ModelBackend",  # only for sessions that began under it
]
# Worker ID and address together, so that one who mistypes does not lock out a lab behind one address.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_HANDLER = "annotator.people.services.lockout_handler.BoundedAddresses"
# Failures of one address across names that are let pass: more than sixty people who arrive at once mistype, as whoever
# gets in takes their own failures off the count.
ADDRESS_FAILURE_LIMIT = 40
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_CLIENT_IP_CALLABLE = "annotator.people.selectors.lockouts.address_of"
AXES_LOCKOUT_CALLABLE = "annotator.people.views.locked.locked_out"
# What is not needed is not kept: no list of who signed in from where, no copies of forms.
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "csrfmiddlewaretoken", "form", "new_password1", "new_password2"]
# How many proxies of our own write X-Forwarded-For.
PROXIES = ENVIRONMENT.proxies
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"
SESSION_COOKIE_AGE = 14 * 24 * 3600

LANGUAGE_CODE = "en"
# Languages that have a catalogue in locale/: a page half in the browser's language would be worse than English.
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = ENVIRONMENT.static_dir
STATICFILES_DIRS = [BASE_DIR / "static"]
CLIP_STORAGE = ENVIRONMENT.clips
VIDEO_ROOTS = ENVIRONMENT.video_roots
VIDEO_UPLOADS = ENVIRONMENT.video_uploads
DATA_DIR = ENVIRONMENT.data_dir

if ENVIRONMENT.clips.folder is not None:
    _clips = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(ENVIRONMENT.clips.folder), "file_permissions_mode": 0o640},
    }
else:
    _clips = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": ENVIRONMENT.clips.bucket,
            "endpoint_url": ENVIRONMENT.clips.endpoint or None,
            "region_name": ENVIRONMENT.clips.region or None,
            "default_acl": None,
            "file_overwrite": True,
            "querystring_auth": True,
            # The bucket compares the bytes with their digest; browsers may keep what never changes under its name.
            "object_parameters": {"ChecksumAlgorithm": "SHA256", "CacheControl": "private, max-age=604800, immutable"},
            "client_config": client_config(ENVIRONMENT.clips.endpoint),
        },
    }
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(ENVIRONMENT.data_dir / "files")},
    },
    "clips": _clips,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

_clip_hosts = [ENVIRONMENT.clips.endpoint] if ENVIRONMENT.clips.endpoint else []
if ENVIRONMENT.clips.bucket and not _clip_hosts:
    _clip_hosts = ["https://*.amazonaws.com"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "blob:", "data:", *_clip_hosts],
        "media-src": [SELF, "blob:", *_clip_hosts],
        "connect-src": [SELF, *_clip_hosts],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENVIRONMENT.https
SECURE_SSL_REDIRECT = ENVIRONMENT.https
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if ENVIRONMENT.https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = ENVIRONMENT.https
if ENVIRONMENT.proxies:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "config.uploads.BoundedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotator.desk.api.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "annotator.desk.api.negotiation.PlainNegotiation",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["annotator.desk.api.parsing.BoundedJSONParser"],
    "EXCEPTION_HANDLER": "annotator.desk.api.errors.answer_error",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Reelevance",
    "DESCRIPTION": "Graded relevance labels for video moments.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "ENUM_NAME_OVERRIDES": {
        "ProblemKindEnum": "annotator.models.ProblemKind",
        "RunKindEnum": "benchmark.models.RunKind",
        "RunStateEnum": "benchmark.models.RunState",
        "ExportStateEnum": "consensus.models.ExportState",
        "ExamStateEnum": "annotator.models.ExamState",
        "TaskEnum": "annotator.asking.entries.TASKS",
        "MadeTaskEnum": "annotator.models.DerivedTask",
        "MadeStateEnum": "annotator.models.DerivedState",
        "JobStateEnum": "moments.models.JobState",
        "ShownUnrealEnum": "annotator.desk.api.twin_shapes.SHOWN_UNREAL",
        "TwinDecisionEnum": "console.decisions.api.shapes.DECISIONS",
        "MadeDecisionEnum": "consensus.derived.judging.DECISIONS",
        "UnrealDirectionEnum": "console.decisions.api.shapes.UNREAL",
    },
}

LANGUAGE_MODEL = ENVIRONMENT.language_model
CAPTION_ENCODER = ENVIRONMENT.caption_encoder

# How leads' daily mails are sent; None where they are not.
MAIL = ENVIRONMENT.mail

SWEEP_INTERVAL_S = ENVIRONMENT.sweep_interval_s
REDIS_URL = ENVIRONMENT.redis_url
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_IGNORE_RESULT = True
# A message is forgotten when its work is done: whoever dies before that leaves it to another.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# What is not done after this long goes to a second worker beside the first, hence the limits below it (a system
# check compares those of every task).
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 7200}
CELERY_TASK_TIME_LIMIT = 1800
CELERY_TASK_SOFT_TIME_LIMIT = 1740
CELERY_TASK_DEFAULT_QUEUE = "settle"
CELERY_BEAT_SCHEDULER = "config.workers.beat.SoleScheduler"

# A logger's filter sees what is logged to it and not to those below, hence the list; the handler's sees the rest.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"plain": {"()": "config.monitoring.log_lines.PlainLines"}},
    "formatters": {
        "line": (
            {"()": "config.monitoring.log_lines.JsonLine"}
            if ENVIRONMENT.json_log
            else {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
        ),
        "server": {"()": "django.utils.log.ServerFormatter", "format": "[{server_time}] {message}", "style": "{"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["plain"]},
        "server": {"class": "logging.StreamHandler", "formatter": "server", "filters": ["plain"]},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "reelevance": {"level": "INFO"},
        # A line a request where a program reads the log; the local server of embedded mode says enough.
        "reelevance.requests": {"level": "INFO" if ENVIRONMENT.json_log else "WARNING"},
        "celery": {"level": "INFO" if ENVIRONMENT.json_log else "WARNING"},
        "django.request": {"filters": ["plain"]},
        "django.security.csrf": {"filters": ["plain"]},
        "django.server": {"handlers": ["server"], "level": "INFO", "propagate": False},
    },
}

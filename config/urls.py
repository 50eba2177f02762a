"""Every address of the platform."""

from importlib import import_module

from django.contrib import admin
from django.urls import include, path

import annotator.urls
import console.urls
from annotator.desk.api.clips import clip, clip_part, illustration, poster
from config.monitoring.health import healthz, readyz
from config.monitoring.metrics import metrics
from config.schema import SchemaView

API = (
    "annotator.desk",
    "annotator.asking",
    "console.derived",
    "console.decisions",
    "console.exam",
    "console.export",
    "console.rewriting",
    "console.runs",
    "console.steps",
)

_calls = [pattern for subject in API for pattern in import_module(f"{subject}.api.urls").urlpatterns]

# Django tries them in this order: what is asked for with every label comes first. What begins alike is in one list, as
# Django is slow to leave a list in which it found nothing.
urlpatterns = [
    path("api/v1/", include(_calls)),
    path("clips/<str:name>", clip, name="clip"),
    path("clip-parts/<str:name>", clip_part, name="clip-part"),
    path("posters/<str:name>", poster, name="poster"),
    path("illustrations/<str:name>", illustration, name="illustration"),
    path("healthz", healthz, name="healthz"),
    path("c/<slug:slug>/", include([*annotator.urls.in_campaign, *console.urls.in_campaign])),
    *annotator.urls.urlpatterns,
    *console.urls.urlpatterns,
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("admin/", admin.site.urls),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]

handler400 = "annotator.desk.views.refusals.misunderstood"
handler403 = "annotator.desk.views.refusals.refused"

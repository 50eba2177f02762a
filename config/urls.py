"""Every address of the platform."""

from django.contrib import admin
from django.urls import include, path

from annotator.desk.api.clips import clip, clip_part, illustration, poster
from config.monitoring.health import healthz, readyz
from config.monitoring.metrics import metrics
from config.schema import SchemaView

# Django tries them in this order: what is asked for with every label comes first.
urlpatterns = [
    path("api/v1/", include("annotator.desk.api.urls")),
    path("clips/<str:name>", clip, name="clip"),
    path("clip-parts/<str:name>", clip_part, name="clip-part"),
    path("posters/<str:name>", poster, name="poster"),
    path("illustrations/<str:name>", illustration, name="illustration"),
    path("healthz", healthz, name="healthz"),
    path("", include("annotator.urls")),
    path("", include("console.urls")),
    path("api/v1/", include("annotator.asking.api.urls")),
    path("api/v1/", include("console.derived.api.urls")),
    path("api/v1/", include("console.decisions.api.urls")),
    path("api/v1/", include("console.exam.api.urls")),
    path("api/v1/", include("console.export.api.urls")),
    path("api/v1/", include("console.rewriting.api.urls")),
    path("api/v1/", include("console.runs.api.urls")),
    path("api/v1/", include("console.steps.api.urls")),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("admin/", admin.site.urls),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]

handler400 = "annotator.desk.views.refusals.misunderstood"
handler403 = "annotator.desk.views.refusals.refused"

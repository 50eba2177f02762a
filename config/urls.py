"""Every address of the platform."""

from django.contrib import admin
from django.urls import include, path

from annotator.api.clips import clip, poster
from config.health import healthz, readyz
from config.metrics import metrics
from config.schema import SchemaView

# Django tries them in this order: what is asked for with every label stands first.
urlpatterns = [
    path("api/v1/", include("annotator.api.urls")),
    path("clips/<str:name>", clip, name="clip"),
    path("posters/<str:name>", poster, name="poster"),
    path("healthz", healthz, name="healthz"),
    path("", include("annotator.urls")),
    path("", include("consensus.urls")),
    path("", include("consensus.corpus_urls")),
    path("", include("evaluation.urls")),
    path("api/v1/", include("consensus.api.urls")),
    path("api/v1/", include("evaluation.api.urls")),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("admin/", admin.site.urls),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]

handler400 = "annotator.views.misunderstood.misunderstood"
handler403 = "annotator.views.refused.refused"

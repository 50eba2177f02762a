"""Every address of the platform."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from annotator.api.clips import clip


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("", include("annotator.urls")),
    path("", include("consensus.urls")),
    path("", include("evaluation.urls")),
    path("api/v1/", include("annotator.api.urls")),
    path("api/v1/", include("consensus.api.urls")),
    path("api/v1/", include("evaluation.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("clips/<str:name>", clip, name="clip"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]

handler403 = "annotator.views.refused.refused"

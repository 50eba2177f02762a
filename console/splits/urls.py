"""The addresses of splits."""

from django.urls import path

from console.splits.views import splits

urlpatterns = [path("c/<slug:slug>/splits/", splits, name="twin-splits")]

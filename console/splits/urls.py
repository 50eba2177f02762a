"""The addresses of splits."""

from django.urls import path

from console.splits.views import splits

in_campaign = [path("splits/", splits, name="twin-splits")]

"""The address of the scale."""

from django.urls import path

from console.scale.views import scale

in_campaign = [path("scale/", scale, name="scale")]

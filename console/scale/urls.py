"""The address of the scale."""

from django.urls import path

from console.scale.views import scale

urlpatterns = [path("c/<slug:slug>/scale/", scale, name="scale")]

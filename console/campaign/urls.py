"""The addresses of campaign."""

from django.urls import path

from console.campaign.views.campaign import campaign, campaign_pause, targets
from console.campaign.views.plan import plan

urlpatterns = [
    path("c/<slug:slug>/campaign/", campaign, name="campaign"),
    path("c/<slug:slug>/campaign/pause/", campaign_pause, name="campaign-pause"),
    path("c/<slug:slug>/plan/", plan, name="plan"),
    path("c/<slug:slug>/staffing/targets/", targets, name="targets"),
]

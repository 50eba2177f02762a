"""The addresses of campaign."""

from django.urls import path

from console.campaign.views.campaign import campaign
from console.campaign.views.pausing import campaign_pause
from console.campaign.views.plan import plan
from console.campaign.views.targets import targets

urlpatterns = [
    path("c/<slug:slug>/campaign/", campaign, name="campaign"),
    path("c/<slug:slug>/campaign/pause/", campaign_pause, name="campaign-pause"),
    path("c/<slug:slug>/plan/", plan, name="plan"),
    path("c/<slug:slug>/staffing/targets/", targets, name="targets"),
]

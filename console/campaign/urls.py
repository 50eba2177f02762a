"""The addresses of campaign."""

from django.urls import path

from console.campaign.views.campaign import campaign, campaign_pause, targets
from console.campaign.views.plan import plan

in_campaign = [
    path("campaign/", campaign, name="campaign"),
    path("campaign/pause/", campaign_pause, name="campaign-pause"),
    path("plan/", plan, name="plan"),
    path("staffing/targets/", targets, name="targets"),
]

"""The addresses of jobs."""

from django.urls import path

from console.jobs.views import job_cancel

in_campaign = [path("jobs/<int:number>/cancel/", job_cancel, name="job-cancel")]

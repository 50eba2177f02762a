"""The addresses of jobs."""

from django.urls import path

from console.jobs.views import job_cancel

urlpatterns = [path("c/<slug:slug>/jobs/<int:number>/cancel/", job_cancel, name="job-cancel")]

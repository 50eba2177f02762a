"""Work under way is shown with a bar and can be cancelled where it was ordered."""

from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from consensus.report.services.orders import make_reports, order_report
from moments.jobs.selectors import newest_job
from moments.jobs.services.leases import take_job
from moments.models import Job
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/report/"


def ordered(campaign) -> Job:
    order_report(campaign=campaign, actor="L1", now=NOW)
    return newest_job(campaign, "report")


def test_a_job_that_waits_ends_at_once(client):
    job = ordered(make_campaign())
    pseudonym = sign_in_lead(client, job.campaign)
    assert "Waiting for a worker. Ordered by L1" in client.get(PAGE).content.decode()
    page = client.post(f"/c/films/jobs/{job.pk}/cancel/", follow=True).content.decode()
    told = f'<p class="message given-text" role="status">The report was not created: cancelled by {pseudonym}.</p>'
    assert told in page
    assert make_reports(now=NOW) == 0
    page = client.post(f"/c/films/jobs/{job.pk}/cancel/", follow=True).content.decode()
    assert "Nothing was changed: it has already ended." in page


def test_a_job_under_way_is_asked_to_stop(client):
    job = ordered(make_campaign())
    sign_in_lead(client, job.campaign)
    assert take_job(job=job, lease=timedelta(hours=1), now=timezone.now())
    client.post(f"/c/films/jobs/{job.pk}/cancel/")
    page = client.get(PAGE).content.decode()
    assert "Stopping. This takes a moment." in page
    assert "/cancel/" not in page
    job.refresh_from_db()
    assert (job.state, job.cancel_asked) == ("running", True)


def test_a_job_of_another_campaign_or_kind_is_not_found(client):
    sign_in_lead(client, make_campaign())
    other = ordered(make_campaign("others"))
    assert client.post(f"/c/films/jobs/{other.pk}/cancel/").status_code == 404


def test_nobody_but_leads_cancels(client):
    job = ordered(make_campaign())
    assert refusals(client, job.campaign, f"/c/films/jobs/{job.pk}/cancel/", "post") == REFUSED


def test_the_bar_says_how_much_is_done_and_how_long_it_takes_yet():
    job = ordered(make_campaign())
    take_job(job=job, lease=timedelta(hours=1), now=timezone.now() - timedelta(minutes=3))
    Job.objects.filter(pk=job.pk).update(total=1200, done=400, done_since=100)
    job = Job.objects.get()
    shown = render_to_string("console/frame/_job.html", {"job": job, "campaign": job.campaign, "label": "The report"})
    assert '<progress class="job-bar" max="1200" value="400" aria-label="The report">33%</progress>' in shown
    assert "400 of 1,200 (33%). Running for 3\xa0minutes, about 8 minutes left." in shown

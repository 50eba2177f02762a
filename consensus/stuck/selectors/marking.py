"""What holds up a marking campaign, and what to do about it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from annotator.models import AskQuota, AskState, Problem, Standing
from consensus.marking.ruling import PEOPLE_A_QUESTION
from consensus.stuck.selectors.grading import PAIRS_SHOWN, SWEEP_LATE, Stuck, pairs_for_nobody
from consensus.truths.selectors.complete import questions_for_lead
from moments.models import Campaign, CampaignStatus, Clip, ClipState, Pair, Video, WithdrawnMoment


def marking_stuck_reasons(campaign: Campaign, *, qualified: int, now: datetime) -> list[Stuck]:
    """The reasons that hold now, each with its noun in singular and plural, by comma; a fixed number of SQL queries."""
    found = [
        *_standstill(campaign, qualified=qualified, now=now),
        *_videos(campaign),
        *_questions(campaign),
        *_reports(campaign),
    ]
    return [reason for reason in found if reason.count]


def _standstill(campaign: Campaign, *, qualified: int, now: datetime) -> list[Stuck]:
    """What holds up everybody at once."""
    reasons = []
    videos = campaign.videos.count()
    if campaign.status == CampaignStatus.PAUSED:
        reasons.append(Stuck(videos, "video,videos", "the campaign is paused, so nobody gets a video or a question"))
    if qualified < PEOPLE_A_QUESTION:
        why = (
            f"{qualified} of at least {PEOPLE_A_QUESTION} people are qualified: one writes, another marks, and a third "
            "settles what they disagree on"
        )
        reasons.append(Stuck(videos, "video,videos", why, "people", help="People"))
    if campaign.status == CampaignStatus.OPEN and campaign.swept_at and now - campaign.swept_at > SWEEP_LATE:
        last = f"{campaign.swept_at.astimezone(campaign.zone):%Y-%m-%d %H:%M}"
        reasons.append(Stuck(videos, "video,videos", f"the last sweep was at {last}, so the worker may have stopped"))
    return reasons


def _videos(campaign: Campaign) -> list[Stuck]:
    """Videos that nobody can watch, and quotas that no video can meet."""
    failed = failed_videos(campaign)
    names = ", ".join(failed.order_by("name").values_list("name", flat=True)[:PAIRS_SHOWN])
    waiting = campaign.videos.filter(~Exists(_proxies())).exclude(pk__in=failed.values("pk")).count()
    lacking = AskQuota.objects.filter(campaign=campaign, wanted__gt=0).filter(
        ~Exists(Video.objects.filter(campaign=campaign, domain=OuterRef("domain")))
    )
    domains = sorted({domain or "no domain" for domain in lacking.values_list("domain", flat=True)})
    return [
        Stuck(failed.count(), "video,videos", f"the proxy could not be made ({names})"),
        Stuck(waiting, "video,videos", "the proxy has not been made yet, so nobody can watch them (run cut_clips)"),
        Stuck(
            len(domains),
            "domain,domains",
            f"questions are wanted, but there is no video ({', '.join(domains[:PAIRS_SHOWN])})",
            "quotas",
            help="Quotas",
        ),
    ]


def _questions(campaign: Campaign) -> list[Stuck]:
    nobody = "a seat that no qualified person can take, because all of them have seen the question or written it"
    away = campaign.asks.filter(state=AskState.RETURNED).exclude(
        author__standing=Standing.QUALIFIED, author__user__is_active=True
    )
    return [
        _of_questions(
            campaign.pairs.filter(parked=True), "on hold: somebody reported them and you have not decided", "problems"
        ),
        _of_questions(pairs_for_nobody(campaign), nobody, "people"),
        _of_questions(
            questions_for_lead(campaign), "left to you, because the rules could not decide", "question-review"
        ),
        _of_questions(
            campaign.pairs.filter(Exists(away.filter(pair=OuterRef("pk")))),
            "back with an author who can no longer work",
            "questions",
            "?show=returned",
        ),
    ]


def _of_questions(pairs: QuerySet[Pair], why: str, route: str, query: str = "") -> Stuck:
    """The reason with its count; the first questions stand in the words, by number."""
    shown = list(pairs.order_by("number").values_list("number", flat=True)[: PAIRS_SHOWN + 1])
    count = pairs.count() if len(shown) > PAIRS_SHOWN else len(shown)
    numbers = ", ".join(str(number) for number in shown[:PAIRS_SHOWN])
    more = " and more" if count > PAIRS_SHOWN else ""
    names = {"problems": "Reports", "people": "People", "questions": "Questions", "question-review": "Review"}
    return Stuck(count, "question,questions", f"{why} ({numbers}{more})", route, query, names[route])


def _reports(campaign: Campaign) -> list[Stuck]:
    waiting = Problem.objects.filter(pair__campaign=campaign, resolved_at=None, pair__parked=False).count()
    return [Stuck(waiting, "report,reports", "waiting for an answer", "problems", help="Reports")]


def _proxies() -> QuerySet[Clip]:
    return Clip.objects.filter(moment__video=OuterRef("pk"), moment__whole=True, state=ClipState.READY)


def failed_videos(campaign: Campaign) -> QuerySet[Video]:
    """The videos whose proxy could not be made, save those that a lead withdrew everywhere."""
    found = Clip.objects.filter(moment__video=OuterRef("pk"), moment__whole=True, state=ClipState.FAILED)
    withdrawn = WithdrawnMoment.objects.filter(moment__video=OuterRef("pk"), moment__whole=True)
    return campaign.videos.filter(Exists(found), ~Exists(_proxies()), ~Exists(withdrawn))

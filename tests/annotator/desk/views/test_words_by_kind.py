"""What people read in marking campaigns speaks of questions and answers, not of pairs, scores and clips."""

import re

import pytest
from django.urls import reverse

from annotator.checks.selectors import pause_words
from annotator.desk.views.desk_texts import problem_kinds
from annotator.desk.views.marking_texts import marking_texts
from annotator.desk.views.writing_texts import writing_texts
from annotator.joining.services.consents import save_consent
from annotator.models import PersonWarning, ProblemKind, Standing
from tests.factories import NOW, make_member
from tests.marking import marking_campaign

GRADING = re.compile(r"\b(pairs?|scor\w*|clips?|quer(y|ies)|levels?)\b", re.IGNORECASE)
# Texts of the grading desk's program that the other desks never show.
UNSHOWN = ("past-", "hint-", "early-", "pair-gone", "scored-", "refused-other", "refused-bad", "title-", "lesson-l")
UNSHOWN += ("key-used", "key-special", "command-home")
# The writing desk sends no answers, no reports, and is closed during an exam.
UNWRITTEN = ("refused-", "question-sent", "reported", "report-", "mark-")


def grading_words(texts: dict[str, str], unshown: tuple[str, ...]) -> dict[str, str]:
    return {key: words for key, words in texts.items() if GRADING.search(words) and not key.startswith(unshown)}


def test_the_desks_of_long_videos_do_not_speak_of_pairs() -> None:
    assert grading_words(marking_texts(), UNSHOWN) == {}
    assert grading_words(writing_texts(), UNSHOWN + UNWRITTEN) == {}


def test_reports_of_questions_do_not_speak_of_pairs() -> None:
    kinds = {is_graded: dict(problem_kinds(is_graded=is_graded)) for is_graded in (True, False)}
    assert list(kinds[True]) == list(kinds[False]) == ProblemKind.values
    assert grading_words(kinds[False], ()) == {}
    assert kinds[True]["question"] == "A question for the lead (you can still score the pair)"


@pytest.mark.django_db
def test_the_start_page_names_missed_questions(client) -> None:
    campaign, (member, *_) = marking_campaign(people=2)
    type(member).objects.filter(pk=member.pk).update(standing=Standing.RELABEL)
    client.force_login(member.user)
    page = client.get(reverse("start", args=[campaign.slug])).content.decode()
    assert ("Missed questions" in page, "Missed pairs" in page) == (True, False)


@pytest.mark.django_db
def test_who_was_paused_for_pace_reads_about_watching_and_searching() -> None:
    campaign, (member, *_) = marking_campaign(people=1)
    PersonWarning.objects.create(member=member, kind="pace", detail="2 s", raised_at=NOW, paused=True)
    words = " ".join(pause_words(member))
    assert "Watching the whole video and searching it for every answer takes longer." in words
    assert not GRADING.search(words)


@pytest.mark.django_db
def test_the_consent_page_and_leaving_do_not_speak_of_pairs(client) -> None:
    campaign, _ = marking_campaign(people=1)
    save_consent(campaign=campaign, text="Read this.", seen_version=None, actor="lead", now=NOW)
    member = make_member(campaign, standing=Standing.INVITED)
    client.force_login(member.user)
    pages = [client.get(reverse("consent", args=[campaign.slug])), client.get(reverse("leave"))]
    shown = [re.sub(r"<[^>]*>", " ", page.content.decode().split("<main")[1]) for page in pages]
    assert [GRADING.findall(text) for text in shown] == [[], []]

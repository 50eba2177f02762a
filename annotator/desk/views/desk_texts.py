"""The words that the desk's program shows, in the language of the request."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from annotator.models import ProblemKind


def problem_kinds(*, is_graded: bool) -> Iterable[tuple[str, str]]:
    """Every kind of problem with its wording; a kind without one here has its model's label."""
    words = {
        ProblemKind.BROKEN_CLIP: _("The clip does not play"),
        ProblemKind.WRONG_LANGUAGE: _("Wrong language"),
        ProblemKind.NOTHING_VISIBLE: _("Nothing is visible"),
        ProblemKind.OFFENSIVE: _("Offensive content"),
        ProblemKind.QUERY: _("The query does not make sense"),
        ProblemKind.QUESTION: _("A question for the lead (you can still score the pair)"),
        ProblemKind.OTHER: _("Something else"),
    }
    if not is_graded:
        words |= {
            ProblemKind.BROKEN_CLIP: _("The video does not play"),
            ProblemKind.QUERY: _("The question does not make sense"),
            ProblemKind.QUESTION: _("A question for the lead (you can still mark the question)"),
        }
    return [(kind.value, words.get(kind, str(kind.label))) for kind in ProblemKind]


def desk_texts() -> dict[str, str]:
    """Every other text by its name; the program fills in what is in braces."""
    return {
        **_outbox_texts(),
        **_account_texts(),
        **_work_texts(),
        **_empty_texts(),
        **_exam_texts(),
        **_key_texts(),
        **_news_texts(),
    }


def _outbox_texts() -> dict[str, str]:
    return {
        "status-saved": _("All saved"),
        "status-sending": _("Sending {n}…"),
        "status-waiting": _("{n} waiting to be sent"),
        "status-offline": _("Not connected"),
        "status-refused": _("{n} refused"),
        "kept-here": _("Not sent yet, stored on this computer: {n}."),
        "kept-in-tab": _("Not sent yet, stored only in this tab: {n}."),
        "not-lasting": _(
            "This browser does not let the page store anything, perhaps because the window is private. Scores that "
            "are not sent yet exist only in this tab. Keep it open until all scores are saved."
        ),
        "not-kept": _("This computer could not store a score. Keep this tab open until the score is sent."),
        "trouble-network": _("There is no connection to the server. The page keeps trying automatically."),
        "trouble-signed-out": _("Your session has ended. Sign in again to continue."),
        "trouble-stranger": _("Someone else has signed in on this browser. Your unsent scores wait until you sign in."),
        "trouble-suspended": _("You are suspended in this campaign. Reload this page to see why."),
        "trouble-forbidden": _("The server refused the request: {detail}. Ask your lead."),
        "trouble-missing": _("The campaign was not found, or you are no longer a member of it. Ask your lead."),
        "trouble-rejected": _("The server could not read what this page sent: {detail}. Reload the page."),
        "refused-reassigned": _(
            "A pair is no longer yours. It went to someone else while you were away, or your lead took it back. Your "
            "score is not needed, but your time for it is paid."
        ),
        "refused-withdrawn": _("A pair was withdrawn. Your score is not needed, but your time for it is paid."),
        "refused-final": _("The change to {level} came too late. Your score {stored} is final."),
        "refused-other": _(
            "The score {level} was not stored. You already scored this pair {stored} in another window or on another "
            "device, and that score is unchanged."
        ),
        "refused-bad": _("The score {level} was refused: {detail}."),
        "refused-report": _("The report was refused: {detail}."),
        "dismiss": _("Dismiss"),
    }


def _account_texts() -> dict[str, str]:
    return {
        "sign-in-over": _("Your session has ended. Nothing is lost: the current pair and your scores stay here."),
        "sign-in-stranger": _("Someone else has signed in on this browser. To continue, sign in with your worker ID."),
        "sign-in-offline": _("There is no connection. Try again in a moment."),
        "sign-in-wrong": _("The worker ID or the password is wrong."),
        "sign-in-page": _("You can no longer sign in here. Use the sign-in page, then return to this page."),
        "leave-kept": _(
            "Not sent yet: {n}. They stay on this computer under your worker ID and are sent when you sign in here "
            "again."
        ),
        "leave-lost": _("Not sent yet: {n}. This browser cannot store them, so they are lost if you leave now."),
    }


def _work_texts() -> dict[str, str]:
    return {
        "many": _("{n}+"),
        "past-open": _("Your score: {level}. You can still change it."),
        "past-until": _("Your score: {level}. You can change it for {time}."),
        "past-final": _("Your score: {level}. It is final."),
        "hint-final": _("This score is final: {level}."),
        "times": _("{n} times: {words}"),
        "hint-no-clip": _("The clip has not loaded yet."),
        "hint-no-earlier": _("There is no earlier score."),
        "hint-recalling": _("Loading your earlier scores…"),
        "early-hint": _("You scored the last clip before it had played to the end."),
        "early-block": _("You can choose a level once the clip has played in full."),
        "pair-gone": _("The pair you were looking at is no longer yours. Here is the next one."),
        "scored-elsewhere": _("You scored that pair in another window. Here is the next one."),
        "question-sent": _("Your question was sent to the lead. You can still score the pair."),
        "reported": _("Reported. A lead will look at the pair."),
        "report-choose": _("Choose what is wrong."),
        "report-ask-question": _("Write your question."),
        "report-ask-query": _("Describe the problem. All pairs of this query are then on hold until the lead decides."),
    }


def _empty_texts() -> dict[str, str]:
    return {
        "empty-no_work-title": _("Nothing to score right now"),
        "empty-no_work-text": _(
            "You will get more pairs when others have finished theirs or when a lead extends a query. Come back later "
            "today, or leave this page open: new pairs appear automatically."
        ),
        "empty-paused-title": _("The campaign is paused"),
        "empty-paused-text": _(
            "A lead has paused the campaign. Everything you scored is safe. This page continues automatically when "
            "the campaign does."
        ),
        "empty-training_required-title": _("Complete your training first"),
        "empty-training_required-text": _("You cannot score pairs yet. The start page shows what to do first."),
        "empty-exam_required-title": _("Take the exam first"),
        "empty-exam_required-text": _(
            "You cannot score pairs yet. The start page explains how to take the exam and shows your result."
        ),
        "empty-exam_failed-title": _("You did not pass the exam"),
        "empty-exam_failed-text": _(
            "First answers that missed the truth: {misses} of {answers}. The start page shows your result and what "
            "you can do next."
        ),
        "empty-exam_void-title": _("You did not pass the exam"),
        "empty-exam_void-text": _(
            "Your lead removed all of your pairs from the exam. The start page shows what you can do next."
        ),
        "empty-waiting_for_truth-title": _("Nothing to answer right now"),
        "empty-waiting_for_truth-text": _(
            "You can still change your last answers for a moment. Pairs you reported are on hold until your lead has "
            "looked at them. The next step appears here automatically. The start page shows what you are waiting for."
        ),
    }


def _exam_texts() -> dict[str, str]:
    return {
        "title-exam": _("Exam"),
        "title-score": _("Score"),
        "mark-exam": _(": first answers, no help"),
        "mark-waiting": _(": waiting for the truth"),
        "mark-relabel": _(": missed pairs"),
        "lesson-label": _("Feedback on this pair"),
        "lesson-title": _("The truth is {truth}. You answered {earlier}."),
        "lesson-level": _("{truth}, {name}: {level}"),
    }


def _key_texts() -> dict[str, str]:
    return {
        "key-press": _("Press the key for level {level}, or Escape to keep the current one."),
        "key-set": _("{key} is now level {level}."),
        "key-used": _("{key} is already level {level}. Choose another key."),
        "key-command": _("{key} is already used for “{command}”. Choose another key."),
        "key-special": _("{key} cannot be used for a level. Choose a letter, a digit or a symbol."),
        "command-back": _("back"),
        "command-forward": _("forward"),
        "command-home": _("to the pair to score"),
        "command-report": _("cannot judge"),
        "command-restart": _("play from the beginning"),
        "command-toggle": _("pause or play"),
        "command-slower": _("slower"),
        "command-faster": _("faster"),
        "command-stepBack": _("one frame back"),
        "command-stepForward": _("one frame forward"),
        "command-sound": _("sound on or off"),
        "command-guideline": _("guideline"),
    }


def _news_texts() -> dict[str, str]:
    return {
        "news-message": _("Message"),
        "news-query": _("Query"),
        "news-question": _("Your question"),
        "news-answer": _("The lead's answer"),
    }

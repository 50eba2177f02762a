"""The words that the desk's program shows, in the language of the request."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from annotator.models import ProblemKind


def problem_kinds() -> Iterable[tuple[str, str]]:
    """Every kind of problem with its words; one that has none here keeps its model's."""
    words = {
        ProblemKind.BROKEN_CLIP: _("The clip does not play"),
        ProblemKind.WRONG_LANGUAGE: _("Wrong language"),
        ProblemKind.NOTHING_VISIBLE: _("Nothing can be seen"),
        ProblemKind.OFFENSIVE: _("Offensive content"),
        ProblemKind.QUERY: _("The query makes no sense"),
        ProblemKind.QUESTION: _("A question to the lead (you may score the pair all the same)"),
        ProblemKind.OTHER: _("Something else"),
    }
    return [(kind.value, words.get(kind, str(kind.label))) for kind in ProblemKind]


def desk_texts() -> dict[str, str]:
    """Every other text by its name; braces stand for what the program fills in."""
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
        "kept-here": _("Unsent and kept on this computer: {n}."),
        "kept-in-tab": _("Unsent and kept in this tab alone: {n}."),
        "not-lasting": _(
            "This browser stores nothing for this page (a private window?). What is not sent yet is kept in this tab "
            "alone: leave it open until all is saved."
        ),
        "not-kept": _("This computer could not write down a score. It is kept in this tab until it is sent."),
        "trouble-network": _("No connection to the server; trying again by itself."),
        "trouble-signed-out": _("Your session is over. Sign in again, and everything goes on."),
        "trouble-stranger": _("Somebody else is signed in in this browser. What you scored waits for you."),
        "trouble-suspended": _("You are suspended in this campaign. Load this page again to read why."),
        "trouble-forbidden": _("The server refuses: {detail}. Ask your lead."),
        "trouble-missing": _("The server does not know this campaign, or you are not in it any more. Ask your lead."),
        "trouble-rejected": _("The server did not understand this page: {detail}. Reload it."),
        "refused-reassigned": _(
            "A pair is no longer yours: it went to somebody else while you were away, or your lead took it back. Your "
            "score is not needed. Your time for it is paid."
        ),
        "refused-withdrawn": _(
            "A pair is no longer scored by you, and your score is not needed. Your time for it is paid."
        ),
        "refused-final": _("The change to {level} came too late: your score {stored} is final, and that stays."),
        "refused-other": _(
            "The score {level} was not stored: this pair already has your score {stored}, given in another window or "
            "on another device, and that stays."
        ),
        "refused-bad": _("The score {level} was refused: {detail}."),
        "refused-report": _("The report was not taken: {detail}."),
        "dismiss": _("Dismiss"),
    }


def _account_texts() -> dict[str, str]:
    return {
        "sign-in-over": _("Your session is over. Nothing is lost: the pair in view and your scores stay here."),
        "sign-in-stranger": _("Somebody else is signed in in this browser. To go on, sign in as yourself."),
        "sign-in-offline": _("No connection. Try again in a moment."),
        "sign-in-wrong": _("Worker ID and password do not go together."),
        "sign-in-page": _("This page cannot sign you in any more. Use the sign-in page, then come back here."),
        "leave-kept": _(
            "Not sent yet: {n}. They stay on this computer for your worker ID alone, and go on after you sign in here "
            "again."
        ),
        "leave-lost": _("Not sent yet: {n}. This browser stores nothing: they are lost if you leave now."),
    }


def _work_texts() -> dict[str, str]:
    return {
        "many": _("{n}+"),
        "past-open": _("Your score: {level}. It can still be changed."),
        "past-until": _("Your score: {level}. It can be changed for {time}."),
        "past-final": _("Your score: {level}. Final."),
        "hint-final": _("This score is final: {level}."),
        "times": _("{n} times: {words}"),
        "hint-no-clip": _("The clip is not there yet."),
        "hint-no-earlier": _("There is no earlier score."),
        "hint-recalling": _("Your earlier scores are on their way."),
        "early-hint": _("The last clip was scored before it had played to its end."),
        "early-block": _("The levels wait until the clip was shown once in full."),
        "pair-gone": _("The pair you were looking at is no longer yours. Here is the next."),
        "scored-elsewhere": _("You scored that pair in another window. Here is the next."),
        "question-sent": _("Your question goes to the lead. You may score the pair."),
        "reported": _("Reported. A lead looks at the pair."),
        "report-choose": _("Choose what is wrong."),
        "report-ask-question": _("Write your question."),
        "report-ask-query": _("Write what makes no sense: all pairs of this query wait for the lead then."),
    }


def _empty_texts() -> dict[str, str]:
    return {
        "empty-no_work-title": _("Nothing to score right now"),
        "empty-no_work-text": _(
            "More pairs come when others have finished theirs, or when a lead extends a query. Come back later today, "
            "or leave this page open: it goes on by itself."
        ),
        "empty-paused-title": _("The campaign is paused"),
        "empty-paused-text": _(
            "A lead has paused it; everything you scored is safe. It goes on here by itself as soon as the campaign "
            "does."
        ),
        "empty-training_required-title": _("Your training comes first"),
        "empty-training_required-text": _("You are not admitted to scoring yet. The start page says what comes first."),
        "empty-exam_required-title": _("The exam comes first"),
        "empty-exam_required-text": _(
            "You are not admitted to scoring yet. The start page says how to take the exam and what became of it."
        ),
        "empty-exam_failed-title": _("The exam was not passed"),
        "empty-exam_failed-text": _(
            "First answers that missed the truth: {misses} of {answers}. The start page shows your result and what "
            "you can do next."
        ),
        "empty-exam_void-title": _("The exam was not passed"),
        "empty-exam_void-text": _(
            "Your lead took all of your pairs out of the exam. The start page shows what you can do next."
        ),
        "empty-waiting_for_truth-title": _("Nothing to answer right now"),
        "empty-waiting_for_truth-text": _(
            "What you answered can be changed for a moment. A pair that was reported waits until your lead has looked "
            "at it. What comes next appears here by itself, or when the truth stands; the start page says for what "
            "you wait."
        ),
    }


def _exam_texts() -> dict[str, str]:
    return {
        "title-exam": _("Exam"),
        "title-score": _("Score"),
        "mark-exam": _(": first answers, no help"),
        "mark-waiting": _(": waiting for the truth"),
        "mark-relabel": _(": misses again"),
        "lesson-label": _("What this pair teaches"),
        "lesson-title": _("The truth is {truth}. You answered {earlier}."),
        "lesson-level": _("{truth}, {name}: {level}"),
    }


def _key_texts() -> dict[str, str]:
    return {
        "key-press": _("Press the key for level {level}. Escape leaves it as it is."),
        "key-set": _("{key} is level {level} now."),
        "key-used": _("{key} is level {level} already. Choose another key."),
        "key-command": _("{key} is taken: {command}. Choose another key."),
        "key-special": _("{key} cannot be a level. Choose a letter, a digit or a sign."),
        "command-back": _("back"),
        "command-forward": _("forward"),
        "command-home": _("to the pair to score"),
        "command-report": _("cannot judge"),
        "command-restart": _("play from the beginning"),
        "command-toggle": _("pause or play"),
        "command-slower": _("slower"),
        "command-faster": _("faster"),
        "command-stepBack": _("one frame back"),
        "command-stepForward": _("one frame on"),
        "command-guideline": _("guideline"),
    }


def _news_texts() -> dict[str, str]:
    return {
        "news-query": _("Query"),
        "news-question": _("Your question"),
        "news-answer": _("The lead's answer"),
    }

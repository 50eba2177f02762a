"""The words that the marking desk's program shows, in the language of the request."""

from __future__ import annotations

from django.utils.translation import gettext as _

from annotator.desk.views.desk_texts import desk_texts
from annotator.desk.views.film_texts import film_texts


def judged_questions() -> list[tuple[str, str]]:
    """What a marker is asked about a question (M4), by the field of the answer."""
    return [
        ("specific", _("Is the question specific? It means one kind of thing in this video.")),
        ("condition_needed", _("Is the image needed? The question cannot be answered without it.")),
        ("complete", _("Is the question complete? It says all that is needed to find the answer.")),
    ]


def marking_texts() -> dict[str, str]:
    """Every text by its name, those that both desks show among them."""
    return {
        **desk_texts(),
        **film_texts(),
        **_work_texts(),
        **_piece_texts(),
        **_sending_texts(),
        **_exam_texts(),
    }


def _work_texts() -> dict[str, str]:
    return {
        "ask-open": _("to do"),
        "ask-begun": _("begun"),
        "ask-sending": _("being sent"),
        "ask-sent": _("sent"),
        "empty-no_work-title": _("Nothing to mark right now"),
        "empty-no_work-text": _(
            "You will get more questions when others have written them. Come back later today, or leave this page "
            "open: "
            "new questions appear automatically."
        ),
        "empty-paused-text": _(
            "A lead has paused the campaign. Everything you marked is safe. This page continues automatically when "
            "the campaign does."
        ),
        "question-gone": _(
            "The question you were looking at is no longer yours, or its video cannot be shown right now. What you "
            "marked is kept on this computer and comes back with the question."
        ),
        "report-ask-query": _("Describe the problem. The question is then on hold until the lead decides."),
        "reported": _("Reported. A lead will look at the question."),
        "question-sent": _("Your message was sent to the lead. You can still mark the question."),
    }


def _piece_texts() -> dict[str, str]:
    return {
        "piece": _("Piece {n}"),
        "piece-segment": _("Does this piece answer the question?"),
        "piece-edges": _("Set the start and the end of the answer in this piece."),
        "word-yes": _("Yes"),
        "word-no": _("No"),
        "word-undecided": _("Cannot decide"),
    }


def _sending_texts() -> dict[str, str]:
    return {
        "ready": _("The answer is complete."),
        "sent": _("The answer has been sent. You can change it for a short time."),
        "sent-already": _("This answer has already been sent."),
        "sent-final": _("This answer is final."),
        "missing-draft": _("A segment has only one edge."),
        "missing-segments": _("Mark at least one segment, or choose “No answer here”."),
        "missing-specific": _("Say whether the question is specific."),
        "missing-condition_needed": _("Say whether the image is needed."),
        "missing-complete": _("Say whether the question is complete."),
        "missing-pieces": _("Decide every piece."),
        "refused-reassigned": _(
            "A question is no longer yours. It went to someone else while you were away, or your lead took it back. "
            "Your answer is not needed, but your time for it is paid."
        ),
        "refused-withdrawn": _("A question was withdrawn. Your answer is not needed, but your time for it is paid."),
        "refused-final": _("The change to an answer came too late. Your earlier answer is final."),
        "refused-other_value": _(
            "An answer was not stored. You already answered this question in another window or on another device, and "
            "that answer is unchanged."
        ),
        "refused-answer": _("An answer was refused: {detail}. The question is open again."),
    }


def _exam_texts() -> dict[str, str]:
    return {
        "mark-relabel": _(": missed questions"),
        "lesson-none": _("no answer here"),
    }

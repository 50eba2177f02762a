"""The words that the writing desk's program shows, in the language of the request."""

from __future__ import annotations

from django.utils.translation import gettext as _

from annotator.desk.views.desk_texts import desk_texts
from annotator.desk.views.film_texts import film_texts


def writing_texts() -> dict[str, str]:
    """Every text by its name, those that other desks show among them."""
    return {
        **desk_texts(),
        **film_texts(),
        **_state_texts(),
        **_empty_texts(),
        **_form_texts(),
        **_picture_texts(),
        **_saving_texts(),
        **_finishing_texts(),
    }


def _state_texts() -> dict[str, str]:
    return {
        "ask-blank": _("new"),
        "ask-draft": _("draft"),
        "ask-sending": _("being sent"),
        "ask-submitted": _("submitted"),
        "ask-checked": _("marked"),
        "ask-accepted": _("accepted"),
        "ask-returned": _("returned"),
        "ask-rejected": _("rejected"),
        "ask-conflict": _("changed twice"),
        "ask-refused": _("refused"),
        "is-submitted": _("Submitted. Another person marks it next."),
        "is-checked": _("Another person has marked it."),
        "is-accepted": _("Accepted: it is part of the benchmark."),
        "is-rejected": _("The lead has dropped this question."),
    }


def _empty_texts() -> dict[str, str]:
    return {
        "empty-begin-title": _("Ready for a video?"),
        "empty-begin-text": _(
            "You get one whole video. Watch it once, write questions about it, and mark every segment that answers "
            "each of them."
        ),
        "empty-no_work-title": _("Nothing to write right now"),
        "empty-no_work-text": _(
            "Enough questions have been written about the videos, or no other video is ready. Come back later, or "
            "leave "
            "this page open."
        ),
        "empty-paused-text": _(
            "A lead has paused the campaign. Everything you wrote is safe. This page continues automatically when the "
            "campaign does."
        ),
        "beginning": _("Fetching a video…"),
        "begun": _("Watch the video once. Set a bookmark wherever you see something to ask about."),
        "no-video": _("There is no video for you right now."),
        "video-missing": _("The video of this question cannot be shown right now."),
        "video-gone": _(
            "The video was finished, or it was given back because you were inactive for an hour. What you "
            "wrote is kept. If the video was given back, it returns when you begin again."
        ),
    }


def _form_texts() -> dict[str, str]:
    return {
        "new-question": _("New question"),
        "no-words": _("(without words)"),
        "missing-text": _("Write the question."),
        "missing-picture": _("Show the picture that belongs to the question, and take it."),
        "missing-draft": _("A segment has only one edge."),
        "missing-segments": _("Mark at least one segment that answers the question."),
        "ready-question": _("The question is complete."),
        "sending-soon": _("It is sent in a few seconds. Undo takes it back."),
        "submitted-next": _("Submitted. You have watched the whole video."),
        "not-watched": _("Submitted. You have not yet watched the video from {time} onwards."),
        "no-next-question": _("This is the last question."),
        "no-previous-question": _("This is the first question."),
        "no-returned": _("No question was returned to you."),
        "nothing-to-delete": _("There is no draft to delete."),
        "not-deletable": _("A question that has been submitted cannot be deleted."),
        "deleted": _("Draft deleted. Undo brings it back."),
        "wanted-ms": _("Words only: {have} of {n} written"),
        "wanted-ims": _("With a picture: {have} of {n} written"),
    }


def _picture_texts() -> dict[str, str]:
    return {
        "picture-none": _("No picture has been taken yet."),
        "picture-at": _("The picture at {time}"),
        "picture-elsewhere": _("The picture is in another video, which is not shown here."),
        "picture-taken": _("Picture taken."),
        "picture-inside": _("This picture is inside segment {n}. It would show the answer."),
        "edge-picture": _("The segment would contain the picture of the question, which would show the answer."),
    }


def _saving_texts() -> dict[str, str]:
    return {
        "status-sending": _("Saving {n}…"),
        "status-waiting": _("{n} waiting to be saved"),
        "kept-here": _("Not saved on the server yet, stored on this computer: {n}."),
        "kept-in-tab": _("Not saved on the server yet, stored only in this tab: {n}."),
        "leave-kept": _(
            "Not saved on the server yet: {n}. They stay on this computer under your worker ID and are saved when you "
            "sign in here again."
        ),
        "leave-lost": _("Not saved yet: {n}. This browser cannot store them, so they are lost if you leave now."),
        "trouble-stranger": _("Someone else has signed in on this browser. Your questions wait until you sign in."),
        "refused-question": _("Question {n} was refused: {detail}. Change it, and it will be saved again."),
        "refused-answer": _("An answer that was marked before was refused: {detail}."),
        "trouble-question": _("The server refused this: {detail}."),
        "conflict-theirs": _("The other one: “{words}”, segments: {n}."),
        "conflict-first": _("First decide which of the two to keep."),
        "deleted-elsewhere": _(
            "A draft was deleted in another window while you were writing here. What you wrote continues as a new "
            "draft."
        ),
        "submitted-elsewhere": _(
            "Question {n} was submitted in another window. What you have written here since then continues as a new "
            "draft."
        ),
    }


def _finishing_texts() -> dict[str, str]:
    return {
        "finish-sent": _("Submitted questions: {n}."),
        "finish-drafts": _("Still drafts (by number): {numbers}. Submit or delete them first."),
        "finish-unwatched": _("Not watched yet: {n}% of the video."),
        "finish-waits": _("Questions that are not saved yet: {n}. They need a connection first."),
        "finished": _("The video is finished."),
    }

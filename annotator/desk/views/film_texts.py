"""The words of both desks on which people work with a long video, in the language of the request."""

from __future__ import annotations

from django.utils.translation import gettext as _


def film_texts() -> dict[str, str]:
    """Every text by its name: playing, edges, going through the video, keys, commands."""
    return {
        **_playing_texts(),
        **_account_texts(),
        **_empty_texts(),
        **_edge_texts(),
        **_moving_texts(),
        **_key_texts(),
        **_command_texts(),
    }


def _playing_texts() -> dict[str, str]:
    return {
        "play": _("Play"),
        "pause": _("Pause"),
        "press-play": _("The browser is waiting for you: press Space to play."),
        "speed": _("{n}×"),
        "percent": _("{n}%"),
        "seconds": _("{n} s"),
        "condition": _("The image of the question"),
        "remove-segment": _("Remove segment {n}"),
        "two-tabs": _(
            "This video is open in another tab too. Both tabs show the same work, and nothing is lost. It is easier "
            "to work in one of them."
        ),
        "video-replaced": _(
            "This video was made again, for example because its file was replaced. Your segments and bookmarks are "
            "kept at the same times. Look at their pictures once more."
        ),
        "not-lasting": _(
            "This browser does not let the page store anything, perhaps because the window is private. Your work "
            "exists only in this tab. Keep it open until everything is saved."
        ),
        "not-kept": _("This computer could not store your work. Keep this tab open until everything is sent."),
    }


def _account_texts() -> dict[str, str]:
    return {
        "trouble-stranger": _(
            "Someone else has signed in on this browser. What you have not sent yet waits until you sign in."
        ),
        "sign-in-over": _("Your session has ended. Nothing is lost: everything that you did stays here."),
        "news-query": _("Question about the video"),
        "news-question": _("What you asked the lead"),
    }


def _empty_texts() -> dict[str, str]:
    return {
        "empty-training_required-text": _(
            "You cannot write or mark questions yet. The start page shows what to do first."
        ),
        "empty-exam_required-text": _(
            "You cannot write or mark questions yet. The start page explains how to take the exam and shows your "
            "result."
        ),
        "empty-exam_void-text": _(
            "Your lead removed all of your questions from the exam. The start page shows what you can do next."
        ),
        "empty-waiting_for_truth-text": _(
            "You can still change your last answers for a moment. Questions you reported are on hold until your lead "
            "has looked at them. The next step appears here automatically. The start page shows what you are waiting "
            "for."
        ),
    }


def _edge_texts() -> dict[str, str]:
    return {
        "draft-start": _("The start is set. Now set the end."),
        "draft-end": _("The end is set. Now set the start."),
        "draft-open": _("The segment has only one edge. Set the other one, or press Escape to drop it."),
        "edges-checked": _("This plays the edges once. Accept the segment, or set an edge again."),
        "accepted": _("Segment accepted. Search the rest of the video for further answers."),
        "accepted-piece": _("Segment accepted."),
        "accept-nothing": _("No segment is selected. Choose one in the list or on the strip."),
        "choose-first": _("Choose a segment first, or go to a bookmark."),
        "locked": _("This question can no longer change."),
        "edge-choose": _("Choose a segment first. Its edges then move by frames."),
        "edge-overlap": _("Here it would overlap segment {n}. Choose that segment to change its edges."),
        "edge-short": _("The segment would be too short."),
        "edge-outside": _("The edge would be outside the video or the piece."),
        "removed": _("Segment {n} removed."),
        "bookmarked": _("Bookmark set."),
        "bookmark-removed": _("Bookmark removed."),
        "none-with-segments": _("You have marked segments. Remove them first if there is no answer here."),
        "undone": _("Undone."),
        "redone": _("Done again."),
        "undo-nothing": _("There is nothing to undo."),
        "redo-nothing": _("There is nothing to redo."),
        "delayed-on": _("Edges and bookmarks are set {n} ms earlier than you press the key, while the video plays."),
        "delayed-off": _("Edges and bookmarks are set at the frame that is shown."),
    }


def _moving_texts() -> dict[str, str]:
    return {
        "no-timecode": _("This is not a time. Examples: 1:02:03.5, 62 or +5."),
        "no-segment": _("There is no segment yet."),
        "no-next-edge": _("There is no later edge."),
        "no-previous-edge": _("There is no earlier edge."),
        "no-next-gap": _("From here on you have watched everything."),
        "no-previous-gap": _("You have watched everything up to here."),
        "no-bookmark": _("There is no bookmark yet."),
        "first-bookmark": _("There is no later bookmark. This is the first one."),
        "last-bookmark": _("There is no earlier bookmark. This is the last one."),
        "no-next-question": _("This is the last question about the video."),
        "no-previous-question": _("This is the first question about the video."),
        "not-watched": _("Sent. You have not yet watched the video from {time} onwards."),
    }


def _key_texts() -> dict[str, str]:
    return {
        "key-space": _("Space"),
        "key-ctrl": _("Ctrl"),
        "key-change": _("{command}: {key}. Change the key"),
        "key-press": _("Press the key for “{command}”, or Escape to keep the current one."),
        "key-set": _("{key} now means “{command}”."),
        "key-command": _("{key} is already used for “{command}”. Choose another key."),
    }


def _command_texts() -> dict[str, str]:
    words = {
        "toggle": _("play or pause"),
        "pause": _("pause"),
        "backward": _("two seconds back"),
        "forward": _("play; again: faster"),
        "slower": _("slower"),
        "faster": _("faster"),
        "frameBack": _("one frame back"),
        "frameOn": _("one frame forward"),
        "secondBack": _("one second back"),
        "secondOn": _("one second forward"),
        "tenBack": _("ten seconds back"),
        "tenOn": _("ten seconds forward"),
        "minuteBack": _("one minute back"),
        "minuteOn": _("one minute forward"),
        "beginning": _("to the beginning"),
        "end": _("to the end"),
        "timecode": _("type a time"),
        "setStart": _("set the start"),
        "setEnd": _("set the end"),
        "accept": _("accept the segment"),
        "check": _("replay the edges"),
        "letGo": _("drop what is begun, let go of the segment"),
        "remove": _("remove the segment or bookmark"),
        "startBack": _("start one frame earlier"),
        "startOn": _("start one frame later"),
        "endBack": _("end one frame earlier"),
        "endOn": _("end one frame later"),
        "startSecondBack": _("start one second earlier"),
        "startSecondOn": _("start one second later"),
        "endSecondBack": _("end one second earlier"),
        "endSecondOn": _("end one second later"),
        "bookmark": _("set or remove a bookmark"),
        "nextSegment": _("next segment"),
        "previousSegment": _("previous segment"),
        "nextEdge": _("next edge"),
        "previousEdge": _("previous edge"),
        "nextGap": _("next gap that you have not watched"),
        "previousGap": _("previous gap"),
        "nextBookmark": _("next bookmark"),
        "previousBookmark": _("previous bookmark"),
        "nextQuestion": _("next question"),
        "previousQuestion": _("previous question"),
        "first": _("first question: yes or no; piece: yes"),
        "second": _("second question: yes or no; piece: no"),
        "third": _("third question: yes or no; piece: cannot decide"),
        "none": _("no answer here"),
        "note": _("write a note"),
        "words": _("write the question"),
        "newQuestion": _("begin a new question"),
        "nextReturned": _("next returned question"),
        "textOnly": _("a question in words"),
        "withPicture": _("a question with a picture"),
        "picture": _("take the picture that is shown"),
        "toPicture": _("go to the picture"),
        "discard": _("delete the draft"),
        "finish": _("finish the video"),
        "submit": _("send the answer or the question"),
        "undo": _("undo"),
        "redo": _("redo"),
        "delayed": _("subtract the reaction time, or not"),
        "zoomIn": _("zoom in"),
        "zoomOut": _("zoom out"),
        "report": _("cannot judge"),
        "guideline": _("guideline"),
        "keys": _("keys"),
    }
    return {f"command-{name}": text for name, text in words.items()}

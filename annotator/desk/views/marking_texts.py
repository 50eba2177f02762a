"""The words that the marking desk's program shows, in the language of the request."""

from __future__ import annotations

from django.utils.translation import gettext as _

from annotator.desk.views.desk_texts import desk_texts


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
        **_work_texts(),
        **_edge_texts(),
        **_moving_texts(),
        **_piece_texts(),
        **_sending_texts(),
        **_key_texts(),
        **_command_texts(),
    }


def _work_texts() -> dict[str, str]:
    return {
        "play": _("Play"),
        "pause": _("Pause"),
        "press-play": _("The browser waits for you: press Space to play."),
        "speed": _("{n}×"),
        "percent": _("{n}%"),
        "seconds": _("{n} s"),
        "condition": _("The image of the question"),
        "ask-open": _("to do"),
        "ask-begun": _("begun"),
        "ask-sent": _("sent"),
        "remove-segment": _("Remove segment {n}"),
        "empty-no_work-title": _("Nothing to mark right now"),
        "empty-no_work-text": _(
            "You get more questions when others have written them. Come back later today, or leave this page open: "
            "new questions appear automatically."
        ),
        "empty-paused-text": _(
            "A lead has paused the campaign. Everything you marked is safe. This page continues automatically when "
            "the campaign does."
        ),
        "question-gone": _("The question you were looking at is no longer yours. Here is the next one."),
        "not-lasting": _(
            "This browser does not let the page store anything, perhaps because the window is private. What you mark "
            "exists only in this tab. Keep it open until everything is saved."
        ),
        "not-kept": _("This computer could not store your work. Keep this tab open until everything is sent."),
        "report-ask-query": _("Describe the problem. The question is then on hold until the lead decides."),
        "reported": _("Reported. A lead will look at the question."),
        "question-sent": _("Your message was sent to the lead. You can still mark the question."),
    }


def _edge_texts() -> dict[str, str]:
    return {
        "draft-start": _("The start is set. Now set the end."),
        "draft-end": _("The end is set. Now set the start."),
        "draft-open": _("The segment has only one edge. Set the other one, or press Escape to drop it."),
        "edges-checked": _("This plays the edges once. Accept the segment, or set an edge again."),
        "accepted": _("Segment accepted. Search the rest of the video for further answers."),
        "accepted-piece": _("Segment accepted."),
        "accept-nothing": _("No segment is in hand. Choose one in the list or on the strip."),
        "choose-first": _("Choose a segment first, or go to a bookmark."),
        "edge-choose": _("Choose a segment first. Its edges then move by frames."),
        "edge-overlap": _("Here it would overlap segment {n}. Choose that segment to change its edges."),
        "edge-short": _("The segment would be too short."),
        "edge-outside": _("The edge would lie outside the video or the piece."),
        "removed": _("Segment {n} removed."),
        "bookmarked": _("Bookmark set."),
        "bookmark-removed": _("Bookmark removed."),
        "none-with-segments": _("You have marked segments. Remove them first if there is no answer here."),
        "undone": _("Undone."),
        "redone": _("Done again."),
        "undo-nothing": _("There is nothing to undo."),
        "redo-nothing": _("There is nothing to do again."),
        "delayed-on": _("Edges and bookmarks are set {n} ms earlier than you press the key, while the video plays."),
        "delayed-off": _("Edges and bookmarks are set at the frame that is shown."),
    }


def _moving_texts() -> dict[str, str]:
    return {
        "no-timecode": _("This is no time. Examples: 1:02:03.5, 62 or +5."),
        "no-segment": _("There is no segment yet."),
        "no-next-edge": _("There is no later edge."),
        "no-previous-edge": _("There is no earlier edge."),
        "no-next-gap": _("From here on you have watched everything."),
        "no-previous-gap": _("Up to here you have watched everything."),
        "no-next-bookmark": _("There is no later bookmark."),
        "no-previous-bookmark": _("There is no earlier bookmark."),
        "no-next-question": _("This is the last question about the video."),
        "no-previous-question": _("This is the first question about the video."),
        "not-watched": _("Sent. You have not watched the video from {time} on yet."),
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
        "sent": _("The answer is sent. You can change it for a short time."),
        "sent-already": _("This answer is sent already."),
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
        "submit": _("send the answer"),
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

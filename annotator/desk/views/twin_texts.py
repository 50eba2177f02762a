"""The words of the desk of twins, in the language of the request."""

from __future__ import annotations

from django.utils.translation import gettext as _

from annotator.desk.views.desk_texts import desk_texts, problem_kinds
from annotator.models import ProblemKind


def kinds_of_time() -> list[tuple[str, str, str]]:
    """The answers to whether time matters, in the order of their keys: value, name, hint."""
    return [
        ("", _("No"), _("Played backwards, it would show the same.")),
        ("activity", _("One activity"), _("It has a direction, such as sitting down.")),
        ("sequence", _("Several activities"), _("One after another, in an order.")),
        ("state", _("A change of state"), _("Something melts, opens or breaks.")),
        ("position", _("A change of place"), _("Something moves from one place to another.")),
    ]


def looks() -> list[tuple[str, str, str]]:
    """The answers to which clip looks unreal: value, name, command of its key."""
    return [
        ("neither", _("Both look real"), "realBoth"),
        ("first", _("The first does"), "unrealFirst"),
        ("second", _("The second does"), "unrealSecond"),
        ("both", _("Both do"), "unrealBoth"),
    ]


def twin_problem_kinds() -> list[tuple[str, str]]:
    """Every kind of problem with its wording on this desk."""
    words = {
        ProblemKind.BROKEN_CLIP: _("A clip does not play"),
        ProblemKind.QUERY: _("The clips or the caption make no sense"),
        ProblemKind.QUESTION: _("A question for the lead (you can still answer)"),
    }
    return [(kind, words.get(ProblemKind(kind), label)) for kind, label in problem_kinds(is_graded=True)]


def twin_texts() -> dict[str, str]:
    """Every text by its name, those that all desks show among them."""
    return {**desk_texts(), **_work_texts(), **_exam_texts(), **_sending_texts(), **_key_texts(), **_command_texts()}


def _work_texts() -> dict[str, str]:
    return {
        "first": _("First"),
        "second": _("Second"),
        "first-clip": _("The first clip"),
        "second-clip": _("The second clip"),
        "clip-number": _("Clip {n}"),
        "word": _("{n} word"),
        "words": _("{n} words"),
        "describe-first": _("Describe the first clip so that others can tell it from the second one."),
        "describe-second": _("Describe the second clip so that others can tell it from the first one."),
        "returned-first": _("Your caption of the first clip came back."),
        "returned-second": _("Your caption of the second clip came back."),
        "returned-both": _("Your captions came back."),
        "caption-empty": _("Write a sentence for each clip."),
        "hint-no-clip": _("The clips have not loaded yet."),
        "hint-no-earlier": _("There is no earlier answer."),
        "item-gone": _("The clips you were looking at are no longer yours. Here are the next ones."),
        "past-open": _("You have answered this. You can still change it."),
        "past-until": _("You have answered this. You can change it for {time}."),
        "past-final": _("You have answered this, and your answer is final."),
        "question-sent": _("Your question was sent to the lead. You can still answer."),
        "reported": _("Reported. A lead will look at these clips."),
        "report-ask-query": _("Describe the problem. The work is then on hold until the lead decides."),
        "empty-no_work-title": _("Nothing to do right now"),
        "empty-no_work-text": _(
            "You will get more work when others have finished theirs. Come back later today, or leave this page "
            "open: new "
            "work appears automatically."
        ),
        "empty-paused-text": _(
            "A lead has paused the campaign. Everything you sent is safe. This page continues automatically when the "
            "campaign does."
        ),
    }


def _exam_texts() -> dict[str, str]:
    return {
        "mark-relabel": _(": missed clips"),
        "lesson-no": _("Time does not matter."),
        "lesson-neither": _("Time matters, and both clips look real."),
        "lesson-first": _("Time matters, and the first clip looks unreal."),
        "lesson-second": _("Time matters, and the second clip looks unreal."),
        "lesson-both": _("Time matters, and both clips look unreal."),
    }


def _sending_texts() -> dict[str, str]:
    return {
        "sent-final": _("This answer is final."),
        "refused-reassigned": _(
            "Some clips are no longer yours. They went to someone else while you were away, or your lead took them "
            "back. Your answer is not needed, but your time for it is paid."
        ),
        "refused-withdrawn": _("Some clips were withdrawn. Your answer is not needed, but your time for it is paid."),
        "refused-final": _("The change to an answer came too late. Your earlier answer is final."),
        "refused-other_value": _(
            "An answer was not stored. You already answered this in another window or on another device, and that "
            "answer is unchanged."
        ),
        "refused-answer": _("An answer was refused: {detail}. The clips come back next."),
    }


def _key_texts() -> dict[str, str]:
    return {
        "key-press": _("Press the new key for “{command}”, or Escape to keep the current one."),
        "key-set": _("{key} is set."),
        "key-change": _("Change the key of “{command}”, now {key}"),
        "key-space": _("Space"),
        "key-ctrl": _("Ctrl"),
    }


def _command_texts() -> dict[str, str]:
    answers = {f"command-choose{number}": _("answer {n}").format(n=number) for number in range(1, 10)}
    return answers | {
        "command-cannotTell": _("cannot tell"),
        "command-realBoth": _("both clips look real"),
        "command-unrealFirst": _("the first clip looks unreal"),
        "command-unrealSecond": _("the second clip looks unreal"),
        "command-unrealBoth": _("both clips look unreal"),
        "command-firstCaption": _("write about the first clip"),
        "command-secondCaption": _("write about the second clip"),
        "command-submit": _("send"),
        "command-back": _("back to the previous answer"),
        "command-forward": _("forward"),
        "command-home": _("to the work to do"),
        "command-report": _("report a problem"),
        "command-keys": _("keys"),
    }

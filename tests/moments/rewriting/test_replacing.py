"""Names replaced by a list: the grammar, case by case (docs/rewriting.md shows some of them)."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moments.rewriting.replacing import NameReplacer
from moments.rewriting.tagging.registry import ListedTagger

MEN = ("Sheldon", "Zach", "Ross", "Joey", "Chandler", "Leonard", "Howard", "Castle", "House", "Foreman", "Marshall")
WOMEN = ("Penny", "Rachel", "Monica", "Phoebe", "Beckett", "Kate", "Cameron", "Lily", "Park")
NAMES = dict.fromkeys(MEN, "man") | dict.fromkeys(WOMEN, "woman") | {"Alex": "person"}

CASES = [
    # one person, and who comes again
    ("Penny opens the door.", "A woman opens the door."),
    ("The dog looks at Alex.", "The dog looks at a person."),
    ("Penny sits. Penny stands up.", "A woman sits. The woman stands up."),
    ("Castle waits until Castle leaves.", "A man waits until the man leaves."),
    # people kept apart
    ("Sheldon walks over to Zach.", "A man walks over to another man."),
    ("Sheldon hits Zach, then Joey.", "A man hits another man, then a third man."),
    ("Ross meets Joey. Joey smiles at Ross.", "A man meets another man. The second man smiles at the first man."),
    ("Beckett talks to Castle.", "A woman talks to a man."),
    # possessives
    ("Phoebe climbs into Ross' red car.", "A woman climbs into a man's red car."),
    ("Ross’s hand is on Rachel's arm.", "A man's hand is on a woman's arm."),
    ("Rachel takes Rachel's coat.", "A woman takes the woman's coat."),
    ("In Leonard and Sheldon's room Penny eats.", "In two men's room a woman eats."),
    # enumerations
    ("Ross and Rachel kiss.", "Two people kiss."),
    ("They wave at Marshall and Lily.", "They wave at two people."),
    ("Leonard, Sheldon and a cook sit.", "Two men and a cook sit."),
    ("Ross, Rachel, Joey, and Chandler sit.", "Four people sit."),
    ("Both Monica and Rachel cry.", "Two women cry."),
    ("Ross or Chandler waits.", "A man or another man waits."),
    ("Castle Beckett and Zach talk.", "Three people talk."),
    # one of several acts alone; all of them again
    ("Joey and Rachel walk, then Joey sits.", "Two people walk, then the man sits."),
    ("Joey and Ross walk, then Joey sits beside Ross.", "Two men walk, then one man sits beside the other man."),
    ("Ross looks at Rachel. Ross and Rachel kiss.", "A man looks at a woman. The two people kiss."),
    # a clause that ends before the next name is no enumeration
    ("When Ross leaves Monica, Rachel and Phoebe enter.", "When a man leaves a woman, two women enter."),
    ("After Castle tells Beckett, Castle leaves.", "After a man tells a woman, the man leaves."),
    ("While Ross, Joey and Zach talk, Penny eats.", "While three men talk, a woman eats."),
    # titles and surnames
    ("Dr. House's cane is on Dr. Park's desk.", "A man's cane is on a woman's desk."),
    ("A tool touches Dr. cameron's face.", "A tool touches a woman's face."),
    ("Dr, Foreman reads.", "A man reads."),
    ("Dr. Gregory House limps.", "A man limps."),
    ("Kate Beckett smiles. Beckett leaves.", "A woman smiles. The woman leaves."),
    ("Sheldon Cooper knocks.", "A man knocks."),
    ("Mrs. House and Mr. House dance.", "A woman and a man dance."),
    ("Ross hands Rachel Joey's hat.", "A man hands a woman another man's hat."),
    # words around a name
    ("Young Sheldon runs.", "A young man runs."),
    ("They meet an old Castle.", "They meet an old man."),
    ("Is it the Sheldon from next door?", "Is it the man from next door?"),
    ("She is taller than Ross.", "She is taller than a man."),
    # what is no mention
    ("The house has a castle in its park.", "The house has a castle in its park."),
    ("They sit in Central Park.", "They sit in Central Park."),
    ("Rosson and Pennyworth leave.", "Rosson and Pennyworth leave."),
    ("Nobody is here.", "Nobody is here."),
    ("", ""),
]


@pytest.mark.parametrize(("description", "caption"), CASES)
def test_a_listed_name_becomes_a_general_word(description, caption):
    assert NameReplacer(NAMES).replace(description) == caption


@given(st.lists(st.sampled_from([*MEN, *WOMEN, "and", "walks", ",", ".", "the", "'s", "Dr.", "When", "\n", "é"])))
def test_text_of_any_order_is_replaced_without_an_error_and_again_changes_nothing(words):
    replacer = NameReplacer(NAMES)
    once = replacer.replace(" ".join(words))
    if not ListedTagger(NAMES).people([once])[0]:
        assert replacer.replace(once) == once


def test_a_long_text_of_names_takes_no_time_that_grows_with_its_square():
    text = "Ross and Rachel walk, then Joey, Monica and Phoebe sit. " * 180
    before = time.process_time()
    assert "Ross" not in NameReplacer(NAMES).replace(text)
    assert time.process_time() - before < 2

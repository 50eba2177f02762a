"""English words that begin sentences and are nobody's name, for corpora too small to write each of them once.

Words that are names as well (Will, Young, May) are left out: where a corpus never writes one small, a person looks.
"""

from __future__ import annotations

import re

DETERMINERS = (
    "a an the this that these those each every both all some any no none another other others several many most few "
    "more much such what which whose either neither half enough various"
)
PRONOUNS = (
    "i he she it they we you him her them his hers its their theirs our your my mine himself herself itself "
    "themselves who whoever someone somebody everyone everybody anyone anybody nobody something everything anything "
    "nothing"
)
NUMERALS = (
    "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred hundreds "
    "thousands dozen dozens first second third fourth last once twice"
)
PREPOSITIONS = (
    "in on at after before while when as with without by from to into onto inside outside during behind beside "
    "besides beneath below above over under near nearby between among across along around against through throughout "
    "toward towards until since for of off out up down upon within next past despite"
)
CONNECTIVES = (
    "and but or nor so if because although though unless whether whenever wherever however then there here now later "
    "suddenly finally meanwhile afterwards still soon just again also even how why where not only yet perhaps maybe "
    "eventually immediately slowly quickly quietly together instead back away moments seconds minutes"
)
VERBS = "is are was were has have had do does did can could would should let being having looking holding wearing using"
PEOPLE = (
    "man men woman women boy boys girl girls guy guys child children kid kids baby people person persons couple "
    "group groups lady ladies gentleman gentlemen crowd team doctor doctors nurse nurses patient patients police "
    "officer officers detective detectives cop cops waiter waitress friend friends mother father mom dad parents "
    "brother sister son daughter husband wife student students teacher worker workers player players"
)
SCENES = "camera music video scene screen text voice words water blood old elderly little small large big tall"

ORDINARY = frozenset(
    re.findall(r"\w+", " ".join((DETERMINERS, PRONOUNS, NUMERALS, PREPOSITIONS, CONNECTIVES, VERBS, PEOPLE, SCENES)))
)

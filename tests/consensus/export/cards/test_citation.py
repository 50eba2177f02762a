"""How a dataset card cites its dataset."""

from __future__ import annotations

from consensus.export.cards.citation import bibtex, citation_line
from consensus.export.cards.facts import Stated

WHOLE = Stated(
    creators="Ada  Lovelace; B. & C. Ltd ; Salt and Light",
    version="1.0_b",
    published_on="2026-03-01",
    homepage="https://example.org/a_b",
)


def test_a_line_and_an_entry_hold_what_is_stated() -> None:
    assert citation_line("Films\nand 100% more.", WHOLE) == (
        "Ada Lovelace; B. & C. Ltd; Salt and Light (2026). Films and 100% more (version 1.0_b) [data set]. https://example.org/a_b"
    )
    assert bibtex("films", "Films {& 100%}", WHOLE) == (
        "@misc{films2026,\n"
        "  author = {Ada Lovelace and B. \\& C. Ltd and {Salt and Light}},\n"
        "  title = {{Films \\{\\& 100\\%\\}}},\n"
        "  year = {2026},\n"
        "  version = {1.0\\_b},\n"
        "  howpublished = {Data set},\n"
        "  url = {https://example.org/a_b}\n}"
    )


def test_what_nobody_states_is_left_out() -> None:
    assert citation_line("Films", Stated(creators="A")) == "A. Films [data set]."
    assert bibtex("films", "Films", Stated(creators="A")) == (
        "@misc{films,\n  author = {A},\n  title = {{Films}},\n  howpublished = {Data set}\n}"
    )

import pytest

from moments.rewriting.wording import Piece, WordCount, changes, exchanged, gender_of, most_put_in


def test_only_the_words_that_differ_are_marked():
    changed = changes("Ross kisses Rachel's hand.", "A man kisses a woman's hand.")
    assert [piece.text for piece in changed.before if piece.changed] == ["Ross", "Rachel's"]
    assert changed.after[-1] == Piece(" hand.", False)
    assert "".join(piece.text for piece in changed.after) == "A man kisses a woman's hand."


def test_a_capital_at_the_beginning_is_no_change():
    assert not any(piece.changed for piece in changes("the dog runs", "The dog runs").after)


@pytest.mark.parametrize(
    ("description", "caption", "replaced", "put_in"),
    [
        ("Ross kisses Rachel's hand.", "A man kisses a woman's hand.", 2, ["a", "a", "man", "woman"]),
        ("Ross hugs Ross.", "A man hugs another man.", 2, ["a", "another", "man", "man"]),
        ("the dog runs", "The dog runs", 0, []),
        ("Then Joey sits, and Joey waves.", "Then someone sits, and Joey waves.", 1, ["someone"]),
        ("He sits down.", "Down he sits.", 0, []),
    ],
)
def test_words_that_went_and_came_are_counted(description, caption, replaced, put_in):
    lost, instead = exchanged(description, caption)
    assert (lost, sorted(instead)) == (replaced, put_in)


def test_counting_aligns_nothing(monkeypatch):
    """A page counts all captions at every visit; aligning them would take most of its time."""
    monkeypatch.delattr("moments.rewriting.wording.SequenceMatcher")
    text = "Ross leans over the table, takes the cup from Rachel and then walks out of the room to find Joey. "
    before, after = text * 40, text.replace("Ross", "A man").replace("Rachel", "a woman") * 40
    assert exchanged(before, after)[0] == 80
    with pytest.raises(NameError):
        changes(before, after)


def test_words_are_counted_with_the_gender_that_they_tell():
    words = ["a", "man", "two", "people", "man", "the", "woman", "someone"]
    assert most_put_in(words, 3) == [
        WordCount("man", "man", 2),
        WordCount("people", "person", 1),
        WordCount("someone", "person", 1),
    ]
    assert [gender_of(word) for word in ("women", "herself", "men", "person")] == ["woman", "woman", "man", "person"]

import pytest

from moments.base.errors import BadInput
from moments.corpus.files.names_file import read_names


def test_names_are_read_from_csv_and_json_alike(tmp_path):
    (tmp_path / "n.csv").write_text("name,gender\nRoss,man\nKate  Beckett,female\nAlex,unknown\n")
    (tmp_path / "n.json").write_text(
        '[{"name": "Ross", "gender": "male"},\n {"name": "Kate Beckett", "gender": "woman"},'
        '\n{"name": "Alex", "gender": "person"}]'
    )
    names = {"Ross": "man", "Kate Beckett": "woman", "Alex": "person"}
    assert read_names(tmp_path / "n.csv") == read_names(tmp_path / "n.json") == names


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name,gender\nRoss,boy\n", "line 2: gender: expected one of man, woman, person"),
        ("name,gender\nRoss,man\nross,man\n", "line 3: name: 'ross' does not start with a capital"),
        ("name,gender\nRoss,man\nJoey,man\nRoss,woman\n", "line 4: name 'Ross' is already on line 2"),
        ("name,gender\nRoss,man\n,man\n", "line 3: name: expected text"),
        ("name,sex\nRoss,man\n", "line 1: column 'gender' is missing"),
        ("name,gender\n", "line 1: no names in the file"),
        ("name,gender\nRo\0ss,man\n", "line 2: contains a NUL"),
    ],
)
def test_a_wrong_line_of_csv_is_named(tmp_path, text, problem):
    path = tmp_path / "n.csv"
    path.write_text(text)
    with pytest.raises(BadInput, match=problem):
        read_names(path)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"Ross": "man"}', "line 1: expected a JSON list"),
        ('[{"name": "Ross", "gender": "man"},\n{"name": "Joey"}]', "line 2: gender: expected one of"),
        ('[\n\n{"name": 7, "gender": "man"}]', "line 3: name: expected text, got 7"),
        ('[{"name": "Ross", "gender": "man"}\n', "line 1: expected , or ]"),
        ('[{"name": "Ross", "gender": "man"}, 7]', "line 1: expected an object"),
        ('[{"name": "Ross",\n gender: "man"}]', "line 2: is not JSON"),
        ("[" * 50_000, "line 1: is not JSON"),
        ("[]", "line 1: no names"),
    ],
)
def test_a_wrong_line_of_json_is_named(tmp_path, text, problem):
    path = tmp_path / "n.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=problem):
        read_names(path)

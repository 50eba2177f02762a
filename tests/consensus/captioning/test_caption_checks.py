"""A model's answer is a caption only if it is one plain sentence in the language that was asked for."""

import pytest

from consensus.captioning.checks import caption_fault
from consensus.captioning.languages import LANGUAGES, language_fault

SENTENCES = {
    "English": "A man in a red coat walks across the square and looks back.",
    "German": "Ein Mann im roten Mantel geht über den Platz und schaut sich um.",
    "French": "Un homme en manteau rouge traverse la place et se retourne.",
    "Spanish": "Un hombre con abrigo rojo cruza la plaza y mira hacia atrás.",
    "Italian": "Un uomo con il cappotto rosso attraversa la piazza e si volta.",
    "Portuguese": "Um homem de casaco vermelho atravessa a praça e olha para trás com uma bolsa.",
    "Dutch": "Een man in een rode jas loopt over het plein en kijkt om.",
    "Russian": "Мужчина в красном пальто идёт через площадь.",
    "Arabic": "رجل يعبر الساحة",
    "Hindi": "एक आदमी चौक पार करता है",
    "Chinese": "一个穿红衣服的男人走过广场。",
    "Japanese": "赤いコートの男が広場を歩いている。",
    "Korean": "빨간 코트를 입은 남자가 광장을 걷는다.",
}


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_sentence_is_taken_for_its_own_language_and_no_other(name):
    assert language_fault(SENTENCES[name], name) is None
    others = [other for other in LANGUAGES if other != name]
    taken = [other for other in others if language_fault(SENTENCES[name], other) is None]
    assert taken == []


def test_a_short_text_is_judged_by_its_letters_only():
    assert language_fault("Two men fight.", "English") is None
    assert language_fault("Two men fight.", "Russian") == "written in latin"
    assert language_fault("12 34", "English") == "without any letter"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A man walks across the square.", None),
        ("A man walks in, sits down, and drinks from a cup of tea!", None),
        ("", "empty"),
        ("  ", "empty"),
        ("A man walks.\nA woman sits.", "shape"),
        ("A man\u202e walks on the square.", "shape"),
        ("A man\x00 walks on the square.", "shape"),
        ("**A man** walks on the square.", "shape"),
        ("A man opens https://example.org on the screen.", "shape"),
        ("A man walks. A woman sits.", "sentences"),
        ("a man walks " * 40, "length"),
        ("I'm sorry, I can't describe the people in it.", "refusal"),
        ("The clip film_01 is of a man.", "file-name"),
        ("The file holiday.mp4 is of a man.", "file-name"),
        ("The man of frame IMG_2231.JPG is on a bench.", "file-name"),
        ("Ein Mann geht über den Platz und die Straße.", "language"),
        ("Человек идёт.", "language"),
        ("A man sits on a bench.", "rejected"),
    ],
)
def test_an_answer_has_one_fault_or_none(text, kind):
    fault = caption_fault(text, language="English", video="film_01", rejected=["A man sits on a bench."])
    assert (fault and fault.kind) == kind
    assert fault is None or fault.sentence


def test_a_videos_name_that_is_an_ordinary_word_may_be_in_a_caption():
    assert caption_fault("A man cooks in the kitchen.", language="English", video="kitchen") is None

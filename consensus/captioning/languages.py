"""The languages in which captions can be written, and whether a text looks like one of them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its English name: the scripts of its letters, and frequent words that hardly another one has."""

    name: str
    scripts: frozenset[str]
    words: frozenset[str]


def _language(name: str, scripts: str, words: str = "") -> Language:
    return Language(name, frozenset(scripts.split()), frozenset(words.split()))


LANGUAGES = {
    one.name: one
    for one in (
        _language("English", "LATIN", "woman people a an the is are and of with while on to at into his her its as by"),
        _language("German", "LATIN", "mann frau ein eine einen einem einer der die das den dem und ist mit auf im zu"),
        _language("French", "LATIN", "homme femme un une le la les des du et dans en se avec sur qui au aux il"),
        _language("Spanish", "LATIN", "hombre mujer un una el la los las del y está en con mientras que su al hacia"),
        _language("Italian", "LATIN", "uomo donna un una uno il lo la gli della del e è nel con mentre che sul alla"),
        _language("Portuguese", "LATIN", "homem mulher um uma o os as do da dos das e está no na com que ao sua seu"),
        _language("Dutch", "LATIN", "vrouw een de het en is met op van in terwijl naar zijn haar die dat aan bij uit"),
        _language("Russian", "CYRILLIC"),
        _language("Arabic", "ARABIC"),
        _language("Hindi", "DEVANAGARI"),
        _language("Chinese", "CJK"),
        _language("Japanese", "CJK HIRAGANA KATAKANA KATAKANA-HIRAGANA"),
        _language("Korean", "HANGUL"),
    )
}
DEFAULT = "English"


def language_fault(text: str, name: str) -> str | None:
    """Why the text is not in that language, or None; a short text is judged only by its letters.

    A letter of another script is a fault. So is a text with at least two more of another language's frequent words.
    """
    asked = LANGUAGES[name]
    scripts = {unicodedata.name(one, "?").split()[0] for one in set(text) if one.isalpha()}
    other = sorted(scripts - asked.scripts)
    if other or not scripts:
        return f"written in {', '.join(other).lower()}" if other else "without any letter"
    if name == "Japanese" and scripts == {"CJK"}:
        return "written without kana"
    words = {word.lower() for word in WORD.findall(text)}
    counts = {one.name: len(words & one.words) for one in LANGUAGES.values()}
    likely = max(counts, key=lambda one: counts[one])
    return None if counts[likely] < counts[name] + 2 else f"it looks like {likely}"

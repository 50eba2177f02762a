"""Landmarks of a page have names of their own."""

import re
from collections import Counter

from django.conf import settings

LANDMARK = re.compile(r'<(?:(?:section|nav|aside)\b|div\b(?=[^>]*role="region"))[^>]*?\baria-labelledby="([^"{]+)"')


def test_no_two_landmarks_of_a_template_take_their_name_from_one_heading():
    twice = [
        (path.name, heading)
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for heading, times in Counter(LANDMARK.findall(path.read_text())).items()
        if times > 1
    ]
    assert twice == []

"""Days and times look the same on every page; only fields, addresses and machines have ISO 8601."""

from __future__ import annotations

import re

from config.environment import BASE_DIR

USED = re.compile(r"""\|date(?::(["'])(?P<form>[^"']*)\1)?[ |}%]""")
READ = {"j M Y", "j M Y H:i", "j M Y H:i:s", "j M Y H:i e", "D, j M Y", "H:i", "H:i e", "H:i:s"}
NARROW = {"j M"}  # heads of the narrow columns of a period that the page names with its year
# In a field or an address, right before the value.
FOR_MACHINES = re.compile(r"""(?:value|min|max|datetime)=["']\{\{[^}]*$|[?;](?:from|to)=\{\{[^}]*$""")


def test_days_are_written_one_way_where_people_read_them() -> None:
    others = []
    for page in sorted((BASE_DIR / "templates").rglob("*.html")):
        text = page.read_text()
        for found in USED.finditer(text):
            form, before = found["form"], text[: found.start()]
            for_machines = form in ("Y-m-d", "c") and FOR_MACHINES.search(before[-300:])
            if not (form in READ or for_machines or (form in NARROW and page.name == "pay.html")):
                others.append(f"{page.relative_to(BASE_DIR)}: {form}")
    assert others == []

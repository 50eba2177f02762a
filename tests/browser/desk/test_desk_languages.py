"""Every visible word of the desk goes through gettext: a made-up language shows which does not."""

import gettext as plain_gettext
import itertools
import re

import pytest
from django.utils.translation import trans_real
from playwright.sync_api import expect

from moments.campaign.selectors import levels_of
from moments.models import Query
from tests.browser.at_desk import all_saved, in_view, open_desk, pair_shown, press
from tests.browser.conftest import at_work

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LANGUAGE = "eo"  # known to Django, so that only the words are made up
WORDS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest("script, style, template")) found.push(walker.currentNode.data);
  }
  for (const name of ["aria-label", "alt", "title", "placeholder"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
  }
  const settings = JSON.parse(document.getElementById("desk-settings").textContent);
  return [...found, ...Object.values(settings.texts), ...Object.values(settings.playerTexts), document.title];
}"""


class MadeUp(plain_gettext.NullTranslations):
    """Puts every message in brackets."""

    def gettext(self, message):
        return f"⟦{message}⟧" if message else message

    def ngettext(self, one, many, number):
        return self.gettext(one if number == 1 else many)

    def pgettext(self, context, message):
        return self.gettext(message)

    def npgettext(self, context, one, many, number):
        return self.ngettext(one, many, number)

    def to_language(self):
        return LANGUAGE

    def language(self):
        return LANGUAGE


@pytest.fixture
def made_up(settings):
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Made up")]
    kept = dict(trans_real._translations)
    trans_real._translations[LANGUAGE] = MadeUp()
    yield
    trans_real._translations.clear()
    trans_real._translations.update(kept)


def untranslated(page, names: set[str]) -> list[str]:
    """Texts with letters outside brackets that are neither names, keys, the query nor the campaign's own levels."""
    left = []
    for text in page.evaluate(WORDS):
        bare = text
        while "⟦" in bare:
            smaller = re.sub(r"⟦[^⟦⟧]*⟧", "", bare)
            if smaller == bare:
                break
            bare = smaller
        for name in sorted(names, key=len, reverse=True):
            bare = bare.replace(name, "")
        if re.search(r"[^\W\d_]{2,}", bare):
            left.append(text.strip())
    return left


def test_no_visible_word_stays_untranslated(new_page, live_server, made_up):
    member = at_work(pairs=3)
    Query.objects.update(text="1234")
    levels = [(level.name, level.short, *level.long.split("\n")) for level in levels_of(member.campaign)]
    names = {"Reelevance", member.user.username, member.campaign.title, "Esc", *itertools.chain(*levels)}
    page = new_page(locale=LANGUAGE)
    open_desk(page, live_server, member)
    assert page.locator("html").get_attribute("lang") == LANGUAGE
    assert untranslated(page, names) == []
    page.keyboard.press("?")
    expect(page.locator("#guideline .lead")).to_contain_text("⟦")
    expect(page.locator("[data-part=guideline-text]")).not_to_be_empty()
    assert untranslated(page, names) == []
    page.keyboard.press("Escape")
    press(page, "3")
    work = in_view(page)
    page.keyboard.press("ArrowLeft")
    past = pair_shown(page, work)
    assert untranslated(page, names) == []
    page.keyboard.press("Escape")
    assert pair_shown(page, past) == work
    expect(page.locator("body")).to_have_attribute("data-unsent", "0")
    page.context.set_offline(True)
    page.keyboard.press("2")
    expect(page.locator("[data-part=trouble]")).to_be_visible()
    assert untranslated(page, names) == []
    page.context.set_offline(False)
    expect(page.locator("body")).to_have_attribute("data-unsent", "0")


def test_in_english_nothing_is_in_brackets(page, live_server, member):
    open_desk(page, live_server, member)
    all_saved(page)
    assert not any("⟦" in text for text in page.evaluate(WORDS))

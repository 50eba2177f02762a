"""Keys by place and by letter, of one's own, or none."""

import pytest
from playwright.sync_api import expect

from annotator.models import Problem
from tests.browser.at_desk import all_saved, in_view, open_desk, pair_shown, press, stored
from tests.browser.conftest import at_work

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]


def choose(page, preset: str) -> None:
    page.click("[data-do=keys]")
    page.check(f"#keys [value={preset}]")


def done(page) -> None:
    page.click("#keys .primary")


def shown_keys(page) -> list[str]:
    return page.locator("[data-level] [data-key]").all_text_contents()


PRESETS = [("letters", "qwert", "QWERT"), ("fives", "12345", "12345"), ("digits", "01234", "01234")]


def test_each_preset_gives_the_five_levels(page, live_server):
    member = at_work(pairs=5 * len(PRESETS) + 1)
    open_desk(page, live_server, member)
    pressed = {}
    for preset, keys, printed in PRESETS:
        choose(page, preset)
        done(page)
        assert shown_keys(page) == list(printed)
        pressed |= {press(page, key): level for level, key in enumerate(keys)}
        all_saved(page)
        assert (preset, stored()) == (preset, pressed)
        announced = [page.locator(f'[data-level="{n}"]').get_attribute("aria-keyshortcuts") for n in range(5)]
        assert announced == list(keys)


COLLISIONS = [
    ("x", "X is already used for “cannot judge”. Choose another key."),
    ("Space", "is already used for “pause or play”. Choose another key."),
    ("s", "S is already level 0. Choose another key."),
    ("ArrowLeft", "cannot be used for a level"),
    ("F5", "F5 cannot be used for a level. Choose a letter, a digit or a symbol."),
]


def test_own_keys_are_taken_by_pressing_refused_where_they_collide_and_outlive_a_reload(page, live_server, member):
    open_desk(page, live_server, member)
    choose(page, "own")
    page.click('[data-assign="0"]')
    page.keyboard.press("s")
    for key, word in COLLISIONS:
        page.click('[data-assign="1"]')
        page.keyboard.press(key)
        expect(page.locator("#keys [data-say]")).to_contain_text(word)
        page.keyboard.press("Escape")
        expect(page.locator("#keys")).to_be_visible()
    done(page)
    assert shown_keys(page) == ["S", "1", "2", "3", "4"]
    page.click("[data-do=keys]")
    for level, key in enumerate("asdfg"):
        page.click(f'[data-assign="{level}"]')
        page.keyboard.press(key)
        expect(page.locator("#keys [data-say]")).to_have_text(f"{key.upper()} is now level {level}.")
    done(page)
    page.reload()
    pair_shown(page)
    assert shown_keys(page) == ["A", "S", "D", "F", "G"]
    first = press(page, "f")
    page.keyboard.press("3")
    all_saved(page)
    assert stored() == {first: 3}


def test_keys_can_be_turned_off(page, live_server, member):
    first = open_desk(page, live_server, member)
    page.click("[data-do=keys]")
    page.uncheck("#keys-on")
    done(page)
    for key in ("3", "x", "ArrowLeft", "?"):
        page.keyboard.press(key)
    assert in_view(page) == first
    assert page.locator("dialog[open]").count() == 0
    page.click('[data-level="3"]')
    pair_shown(page, first)
    all_saved(page)
    assert stored() == {first: 3}


def dispatch(page, key: str, code: str, **fields) -> None:
    event = {"key": key, "code": code, "bubbles": True, "cancelable": True, **fields}
    page.evaluate("(event) => document.body.dispatchEvent(new KeyboardEvent('keydown', event))", event)


PLACES = [
    ("&", "Digit1", 1),  # AZERTY without Shift
    ("é", "Digit2", 2),
    ("²", "Backquote", 0),
    ("ё", "Backquote", 0),  # Cyrillic
    ("4", "Numpad4", 4),
    ("٣", "Digit3", 3),  # Arabic digits
    ("3", "", 3),  # an on-screen keyboard that tells no place
]


def test_levels_go_by_the_place_of_the_key(new_page, live_server):
    member = at_work(pairs=len(PLACES))
    page = new_page()
    shown = open_desk(page, live_server, member)
    pressed = {}
    for key, code, level in PLACES:
        pressed[shown] = level
        dispatch(page, key, code)
        if len(pressed) < len(PLACES):
            shown = pair_shown(page, shown)
    all_saved(page)
    assert stored() == pressed


def test_keys_that_mean_something_else_score_nothing(page, live_server, member):
    first = open_desk(page, live_server, member)
    for key, code in [("ч", "KeyX"), ("X", "KeyX"), ("x", "KeyB")]:  # by the letter, where there is none by the place
        dispatch(page, key, code)
        expect(page.locator("#report"), f"{key} reports").to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#report")).to_be_hidden()
    for fields in [{"ctrlKey": True}, {"altKey": True}, {"metaKey": True}, {"repeat": True}]:
        dispatch(page, "3", "Digit3", **fields)
    page.wait_for_timeout(300)
    assert in_view(page) == first
    assert press(page, "2") == first
    second = in_view(page)
    dispatch(page, "ArrowLeft", "Numpad4")  # a number pad without NumLock moves
    assert pair_shown(page, second) == first
    page.keyboard.press("Escape")
    assert pair_shown(page, first) == second
    page.click('[data-level="1"]')
    third = pair_shown(page, second)
    page.keyboard.press("Space")  # pauses, though the focus was on a level
    expect(page.locator("[data-play=toggle]")).to_have_attribute("aria-pressed", "true")
    assert in_view(page) == third
    all_saved(page)
    assert stored() == {first: 2, second: 1}


def test_reports_are_made_by_keys_need_words_and_stay_with_their_pair(page, live_server, member):
    first = open_desk(page, live_server, member)
    kind, note = page.locator("#report [value=question]"), page.locator("#report textarea")
    page.keyboard.press("x")
    page.keyboard.press("4")
    expect(page.locator("#report [value=offensive]")).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#report [value=query]")).to_be_checked()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.type("12 o'clock")
    page.keyboard.press("Enter")
    second = pair_shown(page, first)

    page.keyboard.press("x")
    kind.check()
    page.keyboard.press("Enter")
    expect(page.locator("#report [data-complaint]")).to_have_text("Write your question.")
    page.keyboard.type("Does a puddle")
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(kind).to_be_checked()
    expect(note).to_have_value("Does a puddle")
    note.press("Enter")
    expect(page.locator("#report")).to_be_hidden()
    assert in_view(page) == second  # a question keeps the pair

    page.keyboard.press("x")
    expect(note).to_have_value("")
    note.fill("half")
    page.keyboard.press("Escape")
    press(page, "3")
    page.keyboard.press("x")
    expect(note).to_have_value("")
    expect(page.locator("#report :checked")).to_have_count(0)
    page.keyboard.press("Escape")
    all_saved(page)
    made = Problem.objects.order_by("pk").values_list("kind", "note")
    assert list(made) == [("offensive", "12 o'clock"), ("question", "Does a puddle")]
    assert stored() == {second: 3}


def test_a_senseless_query_takes_its_other_pairs_away(new_page, live_server):
    member = at_work(pairs=3, queries=2)
    page = new_page()
    open_desk(page, live_server, member)
    senseless = page.locator("[data-part=query]").text_content()
    first = in_view(page)
    page.keyboard.press("x")
    page.check("#report [value=query]")
    page.keyboard.press("Enter")
    expect(page.locator("#report [data-complaint]")).to_contain_text("Describe the problem")
    page.keyboard.type("half a sentence")
    page.keyboard.press("Enter")
    pair_shown(page, first)
    for _ in range(2):
        assert page.locator("[data-part=query]").text_content() != senseless
        press(page, "1")
    press(page, "1", last=True)
    expect(page.locator("[data-part=empty-title]")).to_have_text("Nothing to score right now")
    all_saved(page)
    assert len(stored()) == 3


def test_a_level_pressed_right_after_a_dialog_closed_counts(page, live_server, member):
    open_desk(page, live_server, member)
    for _ in range(3):  # the focus leaves a closed dialog a frame later
        choose(page, "own")
        page.check("#keys [value=digits]")
        page.keyboard.press("Escape")
        press(page, "3")
    all_saved(page)
    assert list(stored().values()) == [3, 3, 3]

"""Marking as a value: edges, refusals, undoing, what is watched, times and keys."""

from __future__ import annotations

import random

import pytest

from annotator.marking.reading import read_segments
from moments.marking_protocol import MarkingProtocol

pytestmark = pytest.mark.browser

LIMITS = {"from": 0, "to": 60_000, "shortest": 200}
# Sets the given edges one after the other; a refused one changes nothing and leaves its reason.
SET = """(() => {
  let marking = { ...at.NOTHING, ...given.start };
  const refused = [];
  for (const [edge, ms] of given.edges) {
    try {
      if (edge === "let go") marking = at.choose(marking, null);
      else marking = at.setEdge(marking, edge, ms, given.limits);
    } catch (error) {
      if (!(error instanceof at.Refused)) throw error;
      refused.push(error.place === null ? error.reason : `${error.reason} ${error.place}`);
    }
  }
  return { ...marking, refused };
})()"""


@pytest.mark.parametrize(
    ("edges", "segments", "refused", "chosen", "draft"),
    [
        ([("start", 1000), ("end", 3000)], [[1000, 3000]], [], 0, None),
        ([("end", 3000), ("start", 1000)], [[1000, 3000]], [], 0, None),
        ([("start", 1000)], [], [], None, {"start": 1000}),
        ([("start", 1000), ("start", 1500)], [], [], None, {"start": 1500}),
        ([("start", 1000), ("end", 900)], [], [], None, {"end": 900}),
        ([("start", 1000), ("end", 1199)], [], ["short"], None, {"start": 1000}),
        ([("start", 1000), ("end", 1200)], [[1000, 1200]], [], 0, None),
        ([("start", 1000), ("end", 3000), ("end", 4000)], [[1000, 4000]], [], 0, None),
        ([("start", 1000), ("end", 3000), ("start", 2000)], [[2000, 3000]], [], 0, None),
        ([("start", 1000), ("end", 3000), ("start", 2900)], [[1000, 3000]], ["short"], 0, None),
        ([("start", 1000), ("end", 3000), ("start", 3000), ("end", 5000)], [[1000, 3000], [3000, 5000]], [], 1, None),
        ([("start", 9000), ("end", 9900), ("end", 2000), ("start", 1000)], [[1000, 2000], [9000, 9900]], [], 0, None),
        (
            [("start", 1000), ("end", 3000), ("let go", 0), ("start", 2000)],
            [[1000, 3000]],
            ["overlap 0"],
            None,
            None,
        ),
        (
            [("start", 1000), ("end", 3000), ("let go", 0), ("start", 500), ("end", 5000)],
            [[1000, 3000]],
            ["overlap 1"],
            None,
            {"start": 500},
        ),
        ([("start", 1000), ("end", 60_001)], [], ["outside"], None, {"start": 1000}),
    ],
)
def test_edges_make_segments_or_are_refused(run, edges, segments, refused, chosen, draft):
    found = run("marking", SET, {"start": {}, "edges": edges, "limits": LIMITS})
    assert (found["segments"], found["refused"], found["chosen"], found["draft"]) == (segments, refused, chosen, draft)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_the_server_takes_the_segments(run, seed):
    chance = random.Random(seed)
    kinds = ["start", "end", "let go"]
    goes = [[(chance.choice(kinds), chance.randrange(-500, 61_000)) for _ in range(60)] for _ in range(20)]
    for edges in goes:
        segments = run("marking", SET, {"start": {}, "edges": edges, "limits": LIMITS})["segments"]
        read = read_segments(segments, duration_ms=60_000, protocol=MarkingProtocol())
        assert [[one.start_ms, one.end_ms] for one in read] == segments


def test_a_segment_takes_back_that_there_is_no_answer(run):
    found = run("marking", "at.setEdge(at.setNone(at.NOTHING, true), 'start', 5, given)", LIMITS)
    assert (found["none"], found["draft"]) == (False, {"start": 5})


@pytest.mark.parametrize(
    ("marking", "about", "missing"),
    [
        ({}, {}, ["segments"]),
        ({"none": True}, {}, []),
        ({"draft": {"start": 5}, "none": True}, {}, ["draft"]),
        ({"segments": [[0, 500]]}, {}, ["specific", "complete"]),
        ({"segments": [[0, 500]]}, {"hasCondition": True}, ["specific", "condition_needed", "complete"]),
        ({"segments": [[0, 500]], "specific": False, "complete": True}, {}, []),
        ({}, {"pieces": [{"span": [0, 900], "asks": "segment"}]}, ["pieces"]),
        ({"words": {"0": "no"}}, {"pieces": [{"span": [0, 900], "asks": "segment"}]}, []),
        ({}, {"pieces": [{"span": [0, 900], "asks": "edges"}]}, ["pieces"]),
        ({"segments": [[0, 500]]}, {"pieces": [{"span": [0, 900], "asks": "edges"}]}, []),
    ],
)
def test_it_says_what_is_missing(run, marking, about, missing):
    assert run("marking", "at.missingIn({ ...at.NOTHING, ...given[0] }, given[1])", [marking, about]) == missing


def test_an_answer_has_the_fields_that_the_server_reads(run):
    marking = {"segments": [[0, 500]], "specific": True, "complete": False, "note": " dark "}
    answer = run("marking", "at.answerOf({ ...at.NOTHING, ...given }, {})", marking)
    assert answer == {"segments": [[0, 500]], "specific": True, "complete": False, "note": "dark"}
    assert run("marking", "at.answerOf({ ...at.NOTHING, none: true }, {})") == {"segments": [], "note": ""}


def test_a_third_person_answers_piece_by_piece(run):
    pieces = [{"span": [0, 900], "asks": "segment"}, {"span": [2000, 9000], "asks": "edges"}]
    marking = {"segments": [[2100, 2500]], "words": {"0": "yes"}}
    answer = run("marking", "at.answerOf({ ...at.NOTHING, ...given[0] }, { pieces: given[1] })", [marking, pieces])
    assert answer["pieces"] == [
        {"span": [0, 900], "word": "yes"},
        {"span": [2000, 9000], "word": "edges", "segments": [[2100, 2500]]},
    ]


def test_actions_are_undone_and_done_again_and_letters_of_a_note_together(run):
    steps = run(
        "undo",
        """(() => {
          const undo = at.makeUndo("");
          undo.act("a", { about: 1 });
          for (const text of ["ab", "abc", "abcd"]) undo.act(text, { about: 2, run: "note" });
          const seen = [undo.undo(), undo.now, undo.undo(), undo.now, undo.undo()];
          seen.push(undo.redo(), undo.redo(), undo.now, undo.redo());
          undo.undo();
          undo.act("x");
          return [...seen, undo.canRedo, undo.redo(), undo.now];
        })()""",
    )
    assert steps == [
        {"about": 2},
        "a",
        {"about": 1},
        "",
        None,
        {"about": 1},
        {"about": 2},
        "abcd",
        None,
        False,
        None,
        "x",
    ]


@pytest.mark.parametrize(
    ("stretches", "joined", "gaps"),
    [
        ([], [], [[0, 60_000]]),
        ([[0, 10_000], [10_100, 20_000]], [[0, 20_000]], [[20_000, 60_000]]),
        ([[30_000, 40_000], [0, 10_000]], [[0, 10_000], [30_000, 40_000]], [[10_000, 30_000], [40_000, 60_000]]),
        ([[0, 10_000], [20_000, 59_500], [5_000, 30_000]], [[0, 59_500]], []),
        ([[5, 5], [9, 3]], [], [[0, 60_000]]),
    ],
)
def test_what_was_watched_is_joined_and_what_was_not_is_found(run, stretches, joined, gaps):
    found = run("watched", "[at.withAll([], given), at.gapsIn(at.withAll([], given), [0, 60000])]", stretches)
    assert found == [joined, gaps]


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("0", 0), ("62", 62_000), ("1:02", 62_000), ("1:02.5", 62_500), ("1:02,5", 62_500), ("1:02:03.456", 3_723_456),
        ("+5", 15_000), ("-5", 5_000), ("-1:00", 0), (" 7. ", 7_000),
        ("", None), ("a", None), ("1:2:3:4", None), ("1.2.3", None), ("--5", None), ("NaN", None),
    ],
)  # fmt: skip
def test_typed_times_are_read(run, text, ms):
    assert run("timecode", "at.readTimecode(given, 10000)", text) == ms


@pytest.mark.parametrize(
    ("ms", "long", "short"),
    [(0, "0:00.000", "0:00"), (62_500, "1:02.500", "1:02"), (3_723_456, "1:02:03.456", "1:02:03")],
)
def test_times_are_written_as_they_are_typed(run, ms, long, short):
    assert run("timecode", "[at.timecode(given), at.timecode(given, { short: true })]", ms) == [long, short]
    assert run("timecode", "at.readTimecode(at.timecode(given))", ms) == ms


@pytest.mark.parametrize("desk", ["mark", "write", "twins"])
def test_no_key_means_two_things_and_each_command_has_one(run, desk):
    commands = run("commands", "at.COMMANDS[given]", desk)
    keys = [key for given in commands.values() for key in given]
    assert len(keys) == len(set(keys))
    assert all(commands.values())


@pytest.mark.parametrize(
    ("event", "command"),
    [
        ({"key": " ", "code": "Space"}, "toggle"),
        ({"key": "I", "code": "KeyI"}, "setStart"),
        ({"key": "N", "code": "KeyN", "shiftKey": True}, "previousSegment"),
        ({"key": "ш", "code": "KeyI"}, "setStart"),
        ({"key": "?", "code": "Slash", "shiftKey": True}, "guideline"),
        ({"key": "+", "code": "BracketRight"}, "faster"),
        ({"key": "!", "code": "Digit1", "shiftKey": True}, None),
        ({"key": "&", "code": "Digit1"}, "first"),
        ({"key": "End", "code": "Numpad1"}, "end"),
        ({"key": "ArrowLeft", "code": "ArrowLeft", "shiftKey": True}, "tenBack"),
        ({"key": "z", "code": "KeyZ", "ctrlKey": True}, "undo"),
        ({"key": "Z", "code": "KeyZ", "metaKey": True, "shiftKey": True}, "redo"),
        ({"key": "Enter", "code": "NumpadEnter"}, "accept"),
        ({"key": "[", "code": "BracketLeft"}, "frameBack"),
        ({"key": "i", "code": "KeyI", "altKey": True}, None),
        ({"key": "i", "code": "KeyI", "ctrlKey": True}, None),
        ({"key": "Tab", "code": "Tab"}, None),
    ],
)  # fmt: skip
def test_keys_mean_what_is_printed_on_them(run, event, command):
    desk = "at.forDesk('mark')"
    assert run("commands", f"{desk}.commandOf({desk}.keyOf(given), {{}})", event) == command


def test_own_keys_replace_the_given_ones(run):
    found = run("commands", "['u', 'i'].map((key) => at.forDesk('mark').commandOf(key, given))", {"setStart": ["u"]})
    assert found == ["setStart", None]


@pytest.mark.parametrize(
    ("desk", "key", "command", "taken"),
    [
        ("mark", "o", "setStart", "setEnd"),
        ("mark", "i", "setStart", None),
        ("mark", "p", "setStart", "picture"),
        ("mark", "p", "report", None),
        ("write", "0", "setStart", "none"),
        ("write", "0", "picture", None),
    ],
)
def test_a_command_of_both_desks_takes_no_key_of_either(run, desk, key, command, taken):
    assert run("commands", "at.forDesk(given[0]).takenBy(given[1], given[2], {})", [desk, key, command]) == taken


@pytest.mark.parametrize(
    ("mode", "frame"),
    [
        ({"playing": True, "speed": 1, "delayed": True, "reactionMs": 300}, 92),
        ({"playing": True, "speed": 4, "delayed": True, "reactionMs": 300}, 70),
        ({"playing": False, "speed": 4, "delayed": True, "reactionMs": 300}, 100),
        ({"playing": True, "speed": 4, "delayed": False, "reactionMs": 300}, 100),
        ({"playing": True, "speed": 4, "delayed": True, "reactionMs": 2000}, 0),
    ],
)  # fmt: skip
def test_the_delayed_mode_subtracts_the_reaction_time(run, mode, frame):
    module = "await import('/static/annotator/marking/frame_table.js')"
    table = f"({module}).unpack({{ base: [1, 25], first: 0, runs: [[1, 200]] }})"
    assert run("reaction", f"at.frameMeant(100, {table}, given)", mode) == frame

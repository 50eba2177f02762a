"""What a lead starts from when writing what people agree to; every statement is true of this platform as it is."""

from evaluation.scale import SCALE, Scale

_PRIVACY = """\
We do not ask for or store your name, your e-mail address or any other personal detail. You work under a random worker
ID; the dataset shows a different random number instead. After a wrong password, the network address from which it was
typed is stored for about 15 minutes.
"""

_GRADED = f"""\
# What this is

You watch short clips from videos and rate how well each one matches a text, on a scale from {{scale}}. The scores of
several people are combined into a public research dataset.

# What you may see

The clips come from films and series. Some may show violence, injuries, frightening or sexual situations, or use
strong language. You may skip any such clip with "Cannot judge" and "offensive content", without an explanation, and you
may stop at any time.

# What is recorded

- your scores, when you gave them, how long each clip was in view and how often it played;
- your reports and questions, your answers in the tutorial and the exam, and when you read the guideline;
- the time that this work takes, for your pay.

{_PRIVACY}
# How quality is checked

You start with a tutorial and an exam. Later, some of your pairs may have a known answer or may be ones that you have
scored before; they look like all other pairs. The lead sees how your scores compare with those of others and may pause
your work if something is wrong. If that happens, you are informed.
"""

_MARKED = f"""\
# What this is

You watch whole videos, write questions about them, and mark where the videos answer the questions of others. What
several people write and mark is combined into a public research dataset.

# What you may see

Some videos may show violence, injuries, frightening or sexual situations. You may refuse to mark any such video with
"Cannot judge" and "offensive content", without an explanation. If you are asked to write about such
a video, you may finish it immediately. You may stop at any time.

# What is recorded

- the questions that you write, your bookmarks, and the segments and notes that you send, with the time;
- which parts of each video you watched;
- your reports and questions to the lead, your answers in the exam, and when you read the guideline;
- the time that this work takes, for your pay.

{_PRIVACY}
# How quality is checked

You may start with an exam. Later, some of the questions that you mark may have a known answer; they look like all
other questions. Another person marks each question that you write, and the lead sees what both of you marked. The lead
may pause your work if something is wrong. If that happens, you are informed.
"""

_TWINS = f"""\
# What this is

You watch short clips forwards and backwards. You say whether time matters in them, describe both directions, and find
the clip that somebody else described. What several people say is combined into a public research dataset.

# What you may see

Some clips may show violence, injuries, frightening or sexual situations. You may skip any such clip with "Report a
problem" and "offensive content", without an explanation, and you may stop at any time.

# What is recorded

- your judgements, the captions that you write and the clips that you choose, when you sent them, and how long the
  clips were in view;
- your reports and questions to the lead, your answers in the exam, and when you read the guideline;
- the time that this work takes, for your pay.

{_PRIVACY}
# How quality is checked

You may start with an exam. Later, other people judge the same clips, and others choose the clip that each of your
captions describes. A caption that they cannot match comes back to you. The lead sees all of these answers and may pause
your work if something is wrong. If that happens, you are informed.
"""

_PAY = """\

# Pay

Work is paid by the hour. The page "My day" explains how your time is counted. {checks} are
paid in the same way.

# Leaving

You may leave at any time, without giving a reason and without losing pay for the work you did. Your account is then
deleted. Before you confirm, the page "Leave the study" tells you whether your {answers} are kept without your worker ID
or made void.

Questions: write to the person who gave you your link.
"""

_WORDS = {"checks": "Checks, the tutorial and the exam", "answers": "scores"}
_MARKED_WORDS = {"checks": "Checks and the exam", "answers": "answers"}


_TEXTS = {"grade": (_GRADED, _WORDS), "mark": (_MARKED, _MARKED_WORDS), "twin": (_TWINS, _MARKED_WORDS)}


def starting_text(kind: str, *, scale: Scale = SCALE) -> str:
    """The text for campaigns of that kind: those that grade pairs, those that mark segments, those of twins."""
    text, words = _TEXTS[kind]
    return text.replace("{scale}", str(scale)) + _PAY.format(**words)

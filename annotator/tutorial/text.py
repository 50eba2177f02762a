"""The tutorial's suggested text, which a lead adapts to the campaign; Markdown."""

from __future__ import annotations

from evaluation.scale import Scale

_TEXT = """\
# What you will do

You see **one line of text**, the query, and **one short clip**. You choose how well the clip shows what the query asks
for, on a scale from {scale}. Then you get the next pair. That is the whole task. You will do it many times, so it
is worth learning well.

Some clips may show violence, illness or other upsetting things. You do not have to score them: press *Cannot judge*.

# How to judge

1. **Read the query first** and identify its actions. *Somebody **opens** a drawer and **takes out** a letter* has two.
2. **Watch the clip to the end**, at least once. A clip that starts well may turn into something else.
3. **Ask three things.** Is it the action that the query names? Is it fully visible in the frame? Is it
   complete, from its beginning to its end?
4. **Press the level.** If you hesitate between two levels, read their descriptions again and choose the one that
   fits. Do not choose a middle level just to be safe.

Judge **only the query and the clip**. Ignore what you know about the film, what may have happened before, and what the
same people did in another clip. Ignore how well the *last* clip matched, too. Judge every pair as if it were the only
one.

# What people get wrong at first

- *The right people or things, doing something else.* That is a 1, even if a lot looks familiar.
- *Most of it, but one of two actions is missing.* That is a 2, not a 3.
- *All of it, with a stretch before or after that the query does not mention.* That is a 3, not a 4.
- *None of it.* That is a 0. The level 0 is common, so do not look for a reason to give a 1.
- *Names and sounds.* Queries say *somebody*, and clips have no sound: judge what you can see.

# When a pair cannot be judged

Press **Cannot judge** (key X) if the clip does not play, if nothing is visible, or if the query does not make sense.
Never press 0 for that: 0 means that you watched the clip and it does not match. If you only have a question, choose *A
question for the lead*; you can still score the pair.

# Pace

Speed does not matter. Most people need five to fifteen seconds for a pair once they know the keys. Take a break
before you get tired: your place is saved, and nothing is lost if you close the page. You can change a score for about
a minute: press the left arrow key.

# What comes next

First, you try the keys on a few pairs and see immediately how you did. **This practice is not graded.** If there is an
exam, it comes next: on the same desk, but without help.
"""


def starting_text(scale: Scale) -> str:
    """The text for a campaign with that scale."""
    return _TEXT.replace("{scale}", str(scale))

"""The tutorial's text that a lead begins with, to be made the campaign's own; Markdown."""

from __future__ import annotations

STARTING_TEXT = """\
# What you will do

You see **one line of text**, the query, and **one short clip**. You say how well the clip shows what the query asks
for, on five levels from 0 to 4. Then the next pair comes. That is all, and it is done many thousand times, so it is
worth learning well.

Some clips may show violence, illness or other things that upset you. You need not score them: press *Cannot judge*.

# How to judge

1. **Read the query first**, and name its actions to yourself: *somebody **opens** a drawer and **takes out** a
   letter* has two.
2. **Watch the clip to its end**, at least once. A clip that begins well may turn into something else.
3. **Ask three things.** Is it the action that the query names? Can it be seen whole in the frame? Is it whole in
   time, from its beginning to its end?
4. **Press the level.** If you waver between two, read their descriptions again and take the one whose words fit;
   do not take the middle for safety.

Judge **the query and the clip alone**. What you know of the film, what may have come before, what the same people did
in another clip: none of it counts. Nor does how well the *last* clip fitted. Every pair is judged as if it were the
only one.

# What people get wrong at first

- *The right people or things, doing something else.* That is a 1, however much looks familiar.
- *Most of it, but one of two actions is missing.* That is a 2, not a 3.
- *All of it, with a stretch before or after that the query does not mention.* That is a 3, not a 4.
- *Nothing of it.* That is a 0, and 0 is common: do not look for a reason to give 1.
- *Names and sounds.* Queries speak of *somebody*, and clips are silent: judge what can be seen.

# When a pair cannot be judged

Press **Cannot judge** (key X) if the clip does not play, if nothing can be seen, or if the query makes no sense. Never
press 0 for that: 0 says that you watched and that it does not match. If you only have a question, choose *A question
to the lead*; you can score the pair all the same.

# Pace

There is no prize for speed. Most people need five to fifteen seconds a pair once they know the keys. Take a break
before you are tired: your place is kept, and nothing is lost if you close the page. You can change a score for a
minute: press the left arrow.

# What comes next

First you try the keys on a few pairs and are told at once how you did. **This practice is not graded.** After it comes
the exam, if there is one: the same desk, without help.
"""

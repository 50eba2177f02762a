"""A guideline for people who write and mark questions about long videos; leads can begin with it."""

from __future__ import annotations

MARKING_TEXT = """\
# When you write questions

- **Watch the whole video first**, from its beginning to its end. Play it faster if nothing happens, and set a mark
  wherever something could be asked.
- **Ask about what is seen.** The answer must be visible without sound, without subtitles and without knowing names.
- **Be specific.** The question means one kind of thing in this video. "Find where somebody runs" is too wide if people
  run all the time. "Find where a woman in a red coat runs to the bus" is good.
- **Say all that is needed.** Somebody who has not seen your marks must find the same moments.
- **Use an image only if the question needs it.** The question must make no sense without its image. The image never
  shows the answer.
- Use your own plain words. Ten to twenty words are usually enough.

# When you mark answers

- **No omissions.** Search the whole video and mark every moment that answers the question. Many questions have more
  than one answer.
- **Nothing cut short.** A segment begins when the answer begins to be visible and ends when it is over. Both edges lie
  within one second of the truth.
- **One segment for one event.** Mark two segments if something else happens in between for more than a second.
- **Replay the edges** of each segment before you accept it.
- If nothing in the video answers the question, say so. If you cannot judge it, for example because the picture is
  broken, report a problem.

# When the question has a flaw

After marking you say whether the question is specific and complete, and whether it needs its image. Answer honestly:
"no" sends it back to its author with your note, and nobody loses anything. Write in the note what is missing. If you
are in doubt, ask the lead.
"""

"""What a lead starts from when writing what people agree to; every statement is true of this platform as it is."""

STARTING_TEXT = """\
# What this is

You watch short clips from videos and say how well each one answers a text, on a scale from 0 to 4. The scores of
several people together become a public research dataset.

# What you may see

The clips come from films and series. Some may show violence, injuries, frightening or sexual situations, or use
strong language. You may skip any such clip with "Cannot judge" and "offensive content", without a further word, and you
may stop at any time.

# What is recorded

- your scores, when you gave them, how long each clip was in view and how often it played;
- your reports and questions, your answers in the tutorial and the exam, and when you read the guideline;
- the time that this adds up to, for your pay.

No name, no e-mail address and no other personal detail is asked for or kept. You work under a worker ID drawn by
chance; in the dataset you are a different number, again drawn by chance. After a wrong password, the address from which
it was typed is kept for about a quarter of an hour.

# How quality is checked

First comes a tutorial, then an exam. Later, now and then, a pair whose answer is known or that you have scored before
may be among the others; it looks like any other. The lead sees how your scores compare with those of others, and
may pause your work where something is wrong; you are then told so.

# Pay

Work is paid by the hour, for the time counted as described on the page "My day". Checks, the tutorial and the exam are
paid in the same way.

# Leaving

You may leave at any time, without a reason and without losing pay for what you did. Your account is then deleted.
Before you confirm, the page "Leave the study" says whether your scores are kept, without your worker ID, or made void.

Questions: write to the person who gave you your link.
"""

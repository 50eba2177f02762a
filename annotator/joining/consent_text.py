"""What a lead starts from when writing what people agree to; every statement is true of this platform as it is."""

from evaluation.scale import SCALE

STARTING_TEXT = f"""\
# What this is

You watch short clips from videos and rate how well each one matches a text, on a scale from {SCALE}. The scores of
several people are combined into a public research dataset.

# What you may see

The clips come from films and series. Some may show violence, injuries, frightening or sexual situations, or use
strong language. You may skip any such clip with "Cannot judge" and "offensive content", without an explanation, and you
may stop at any time.

# What is recorded

- your scores, when you gave them, how long each clip was in view and how often it played;
- your reports and questions, your answers in the tutorial and the exam, and when you read the guideline;
- the time that this work takes, for your pay.

We do not ask for or store your name, your e-mail address or any other personal detail. You work under a random worker
ID; the dataset shows a different random number instead. After a wrong password, the network address from which it was
typed is stored for about 15 minutes.

# How quality is checked

You start with a tutorial and an exam. Later, some of your pairs may have a known answer or may be ones that you have
scored before; they look like all other pairs. The lead sees how your scores compare with those of others and may pause
your work if something is wrong. If that happens, you are informed.

# Pay

Work is paid by the hour. The page "My day" explains how your time is counted. Checks, the tutorial and the exam are
paid in the same way.

# Leaving

You may leave at any time, without giving a reason and without losing pay for the work you did. Your account is then
deleted. Before you confirm, the page "Leave the study" tells you whether your scores are kept without your worker ID
or made void.

Questions: write to the person who gave you your link.
"""

"""The measures, one a file, over arrays alone: how predictions meet ground truths, then a number a query."""

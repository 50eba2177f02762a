"""The measures, one a file, over arrays: how predictions meet ground truths, then a number a query."""

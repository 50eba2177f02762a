"""Copies, trials and what synthetic annotators do in them."""

"""Seats and shares: who scores which pair (R2, R4), and in which order they get them."""

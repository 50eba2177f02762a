"""Sizes in bytes as people read them."""

from __future__ import annotations


def readable_bytes(size: float) -> str:
    """In GB with one place, in whole MB where that is under 1 GB; next to nothing is `1 MB`, nothing `0 MB`."""
    megabytes = max(round(size / 1e6), int(size > 0))
    return f"{size / 1e9:.1f} GB" if megabytes >= 1000 else f"{megabytes} MB"

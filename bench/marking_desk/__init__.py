"""Measures the desks of long videos in headless Chromium: the marker's and the author's."""

"""Cutting one moment of one video file into a clip, by a child process whose hazards cannot escape."""

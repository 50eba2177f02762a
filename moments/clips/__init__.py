"""Clips: cut from videos, kept in a folder or a bucket, and addressed there."""

"""Builds the image of team mode and walks a campaign through it: `make check-images`, on Debian as root."""

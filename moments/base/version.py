"""The software's version, as exports and the changelog name it."""

VERSION = "0.1.0"

"""Servers, lines and records that fault tests and load benchmarks start for themselves; loopback alone."""

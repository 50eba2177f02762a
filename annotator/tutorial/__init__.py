"""The tutorial and its practice pairs."""

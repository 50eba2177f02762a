"""The clips of candidate pools as files: which an export needs, where they wait, and how they get equal sizes."""

"""The REST API of writing questions."""

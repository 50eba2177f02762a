"""The pages of queries and their pairs."""

"""The pages of API tokens."""

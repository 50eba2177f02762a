"""The admin's pages of rewriting."""

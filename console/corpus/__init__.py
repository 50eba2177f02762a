"""The admin's pages of a corpus: what it holds, imports, and a browser."""

"""The files of an export, each format a writer over a stream of labels; no database here."""

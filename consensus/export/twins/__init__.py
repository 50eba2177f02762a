"""The files of an export of a twins campaign, each format a writer over a stream of moments; no database here."""

"""The files of an export of a campaign of twins, each format a writer over a stream of moments; no database here."""

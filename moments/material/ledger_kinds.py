"""Kinds of decisions on videos that come in as files."""

from moments.ledger.kinds import LedgerKind

VIDEO_UPLOADED = LedgerKind("video_uploaded", "campaign")
UPLOADED_VIDEO_DELETED = LedgerKind("uploaded_video_deleted", "campaign")
MOMENT_ADDED = LedgerKind("moment_added", "campaign")
MOMENT_MENDED = LedgerKind("moment_mended", "campaign")
TWINS_MADE = LedgerKind("twins_made", "campaign")
VIDEOS_ADDED = LedgerKind("videos_added", "campaign")

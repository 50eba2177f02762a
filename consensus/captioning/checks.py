"""What a model's answer must pass before a person sees it as a caption; the answer is nobody's word but a machine's."""

from __future__ import annotations

import re
from collections.abc import Collection

from consensus.captioning.faults import CaptionFault
from consensus.captioning.languages import language_fault
from moments.rewriting.checks import MARKUP, REFUSALS

LONGEST = 300
SECOND_SENTENCE = re.compile(r"[.!?…]['\"”’)]*\s+\S|[。！？]['\"”’）]*\s*\S")
FILE_NAME = re.compile(r"\S+\.(?:mp4|m4v|mov|mkv|webm|avi|ts|ogv|mpe?g|jpe?g|png|gif|webp)\b", re.IGNORECASE)
ADDRESS = re.compile(r"://|\bwww\.", re.IGNORECASE)
PLAIN_NAME = re.compile(r"[^\W\d_]+")


def caption_fault(text: str, *, language: str, video: str, rejected: Collection[str] = ()) -> CaptionFault | None:
    """Why the text cannot be a caption in that language, or None; `rejected` are captions that people rejected.

    The video's own name is looked for unless it is an ordinary word, which any caption may contain.
    """
    if fault := _form_fault(text) or _name_fault(text, video):
        return fault
    if detail := language_fault(text, language):
        return CaptionFault("language", detail)
    return CaptionFault("rejected") if text in rejected else None


def _form_fault(text: str) -> CaptionFault | None:
    if not text.strip():
        return CaptionFault("empty")
    if len(text) > LONGEST:
        return CaptionFault("length", f"{len(text):,} characters; at most {LONGEST}")
    if not text.isprintable():
        return CaptionFault("shape", "contains a line break or a control character")
    if REFUSALS.match(text):
        return CaptionFault("refusal")
    if marks := sorted((MARKUP - {"_"}) & set(text)):
        return CaptionFault("shape", f"contains {' '.join(marks)}")
    if ADDRESS.search(text):
        return CaptionFault("shape", "contains an address")
    return CaptionFault("sentences") if SECOND_SENTENCE.search(text) else None


def _name_fault(text: str, video: str) -> CaptionFault | None:
    if found := FILE_NAME.search(text):
        return CaptionFault("file-name", found.group())
    is_word = len(video) < 3 or PLAIN_NAME.fullmatch(video)
    if not is_word and _contains(text, video):
        return CaptionFault("file-name", video)
    return CaptionFault("shape", "contains _") if "_" in text else None


def _contains(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None

"""Reads a sub-task in the layout of MomentSeeker: a list of questions, each with its pool of candidate clips."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import integers, ordered, shown, strings
from evaluation.reading.document import read_document
from evaluation.segments.reading.clips import Clip, clip_of
from evaluation.segments.reading.columns import QuestionColumns
from evaluation.segments.reading.tasks import TASKS, checked_task, task_named

CANDIDATES, PATH, TRUTHS, IGNORED = "candidate_video_list", "output_path", "gt_indices", "ignored_indices"


def take_pools(columns: QuestionColumns, path: Path, tasks: Mapping[str, str]) -> None:
    """Every question of a file; its id is `question_id`, or else the file's name and the entry: `sports_ims/7`.

    `ignored_indices` names the candidates that cover a truth, where the names of clips are too coarse to tell. The task
    is the entry's `task`, or the one given for the file, or the one in the file's name.
    """
    entries = read_document(path)
    if not isinstance(entries, list) or not entries:
        raise EvaluationError(f"{path}: expected a list of questions")
    stem = path.name.split(".json")[0]
    of_file = tasks.get(stem) or task_named(stem)
    for place, entry in enumerate(entries, 1):
        where = f"{path} entry {place}"
        if not isinstance(entry, dict):
            raise EvaluationError(f"{where}: expected an object, got {shown(entry)}")
        clips = _clips(entry, where)
        truths, ignored = _places(entry, TRUTHS, where, clips), None
        if IGNORED in entry:
            ignored = {clips[at] for at in _places(entry, IGNORED, where, clips, may_be_empty=True)}
        task = _task(entry.get("task", of_file), where)
        question = entry.get("question_id", f"{stem}/{place}")
        columns.begin(question, "question_id", task, clips[truths[0]].video, where, PATH)
        columns.take_pool(clips, {clips[at] for at in truths}, ignored)


def _task(task: Any, where: str) -> str:
    if task is None:
        raise EvaluationError(f"{where}: task: is missing, and the file's name says none of {', '.join(TASKS)}")
    return checked_task(task, where)


def _list(entry: dict[str, Any], key: str, where: str, *, may_be_empty: bool = False) -> list[Any]:
    found = entry.get(key)
    if key not in entry:
        raise EvaluationError(f"{where}: {key}: is missing")
    if not isinstance(found, list) or not (found or may_be_empty):
        expected = "a list" if may_be_empty else "a list that is not empty"
        raise EvaluationError(f"{where}: {key}: expected {expected}, got {shown(found)}")
    return found


def _clips(entry: dict[str, Any], where: str) -> list[Clip]:
    candidates = _list(entry, CANDIDATES, where)

    def place(at: int) -> str:
        return f"{where} candidate {at + 1}"

    for at, candidate in enumerate(candidates):
        if not isinstance(candidate, dict) or PATH not in candidate:
            raise EvaluationError(f"{place(at)}: {PATH}: is missing")
    paths = strings([candidate[PATH] for candidate in candidates], place, PATH)
    clips: list[Clip] = []
    for at, path in enumerate(paths):
        clip = clip_of(path)
        if clip is None:
            raise EvaluationError(f"{place(at)}: {PATH}: expected VIDEO/START_END.mp4, got {shown(path)}")
        if clip.video != (clips or [clip])[0].video:
            problem = f"{shown(clip.video)} is another video than {shown(clips[0].video)}"
            raise EvaluationError(f"{place(at)}: {PATH}: {problem} of the candidates before it")
        clips.append(clip)
    ordered(np.array([clip.start_s for clip in clips]), np.array([clip.end_s for clip in clips]), place)
    return clips


def _places(entry: dict[str, Any], key: str, where: str, clips: list[Clip], *, may_be_empty: bool = False) -> list[int]:
    places = _list(entry, key, where, may_be_empty=may_be_empty)
    found: list[int] = integers(places, lambda _: where, key, low=0, high=len(clips) - 1).tolist()
    if len(set(found)) < len(found):
        raise EvaluationError(f"{where}: {key}: contains an index twice")
    return found

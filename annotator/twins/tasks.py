"""The three tasks of a campaign of twins, each a query of its own."""

from __future__ import annotations

from enum import StrEnum


class TwinTask(StrEnum):
    """What a seat asks for; a caption that is assigned among similar clips is a round of its own of `assign`."""

    JUDGE = "judge"
    CAPTION = "caption"
    ASSIGN = "assign"

    @property
    def query_id(self) -> int:
        """The identifier of the task's query, in every campaign of twins."""
        return list(TwinTask).index(self) + 1

    @property
    def text(self) -> str:
        """The task in one sentence, which is its query's text."""
        return TEXTS[self]


LOOKALIKES = "lookalikes"  # what the desk calls a seat of assigning among similar clips
TEXTS = {
    TwinTask.JUDGE: "Say whether the order of time matters in these two clips, and whether one looks unreal.",
    TwinTask.CAPTION: "Describe each clip so that others can tell it from the other one.",
    TwinTask.ASSIGN: "Choose the clip that the caption describes.",
}


def task_of(query_id: int) -> TwinTask:
    """The task of the query with that identifier; raises ValueError if there is none."""
    for task in TwinTask:
        if task.query_id == query_id:
            return task
    raise ValueError(f"no task of twins has the query {query_id}")

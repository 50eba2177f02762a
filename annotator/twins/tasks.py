"""The three tasks of a twins campaign, each a query of its own; two of them have one more for the exam."""

from __future__ import annotations

from enum import StrEnum


class TwinTask(StrEnum):
    """What a seat asks for; a caption that is assigned among similar clips is a round of its own of `assign`."""

    JUDGE = "judge"
    CAPTION = "caption"
    ASSIGN = "assign"

    @property
    def query_id(self) -> int:
        """The identifier of the task's query, in every twins campaign."""
        return list(TwinTask).index(self) + 1

    @property
    def exam_query_id(self) -> int:
        """The identifier of the query that asks the same in the exam; raises ValueError for a task that no exam has."""
        if self not in EXAMINED:
            raise ValueError(f"no exam asks for the task {self}")
        return len(TwinTask) + 1 + EXAMINED.index(self)

    @property
    def query_ids(self) -> tuple[int, ...]:
        """The queries that ask for the task, that of the campaign first."""
        return (self.query_id, self.exam_query_id) if self in EXAMINED else (self.query_id,)

    @property
    def text(self) -> str:
        """The task in one sentence, which is its query's text."""
        return TEXTS[self]


EXAMINED = (TwinTask.JUDGE, TwinTask.CAPTION)
LOOKALIKES = "lookalikes"  # what the desk calls a seat of assigning among similar clips
TEXTS = {
    TwinTask.JUDGE: "Say whether the order of time matters in these two clips, and whether one looks unreal.",
    TwinTask.CAPTION: "Describe each clip so that others can tell it from the other one.",
    TwinTask.ASSIGN: "Choose the clip that the caption describes.",
}


def task_of(query_id: int) -> TwinTask:
    """The task of the query with that identifier; raises ValueError if there is none."""
    for task in TwinTask:
        if query_id in task.query_ids:
            return task
    raise ValueError(f"no task of twins has the query {query_id}")

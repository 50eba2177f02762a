import pytest

from annotator.twins.tasks import EXAMINED, TwinTask, task_of


def test_each_task_is_found_by_the_number_of_its_query():
    assert [(task.query_id, task_of(task.query_id)) for task in TwinTask] == [
        (1, TwinTask.JUDGE),
        (2, TwinTask.CAPTION),
        (3, TwinTask.ASSIGN),
    ]


def test_the_exam_asks_for_two_of_the_tasks_in_queries_of_its_own():
    assert [(task.exam_query_id, task_of(task.exam_query_id)) for task in EXAMINED] == [
        (4, TwinTask.JUDGE),
        (5, TwinTask.CAPTION),
    ]
    with pytest.raises(ValueError, match="no exam asks for the task assign"):
        _ = TwinTask.ASSIGN.exam_query_id


def test_another_query_has_no_task():
    with pytest.raises(ValueError, match="no task of twins has the query 6"):
        task_of(6)

import pytest

from annotator.twins.tasks import TwinTask, task_of


def test_each_task_is_found_by_the_number_of_its_query():
    assert [(task.query_id, task_of(task.query_id)) for task in TwinTask] == [
        (1, TwinTask.JUDGE),
        (2, TwinTask.CAPTION),
        (3, TwinTask.ASSIGN),
    ]


def test_another_query_has_no_task():
    with pytest.raises(ValueError, match="no task of twins has the query 4"):
        task_of(4)

"""Compiles a query of the ORM once and runs it often: building SQL costs ten times what running it does.

Only for claiming, scoring and looking up who asks: a busy server runs thousands of their statements a second. The
query stays written in the ORM, and is compiled with stand-ins for its values, whose places are then filled. What a
stand-in cannot stand for (a limit, the length of a list, whether a filter is there) makes another statement.
PostgreSQL gets each statement once a connection (`PREPARE`), so that it plans it once as well; constants stay in it,
for partial indexes.
docs/prepared-statements.md explains all of it.
"""

from moments.database.prepared.reading import PreparedRows, PreparedValues
from moments.database.prepared.writing import NewKey, PreparedInsert, PreparedStep, PreparedTaking, PreparedUpdate

__all__ = [
    "NewKey",
    "PreparedInsert",
    "PreparedRows",
    "PreparedStep",
    "PreparedTaking",
    "PreparedUpdate",
    "PreparedValues",
]

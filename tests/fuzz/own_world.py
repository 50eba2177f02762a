"""A machine of Hypothesis whose rows go when it ends, also where it does not begin."""

from __future__ import annotations

from django.db import transaction
from hypothesis.stateful import RuleBasedStateMachine


class OwnWorld(RuleBasedStateMachine):
    """Subclasses make their campaign in `begin`."""

    def __init__(self) -> None:
        super().__init__()
        self._world = transaction.atomic()
        self._world.__enter__()
        try:
            self.begin()
        except BaseException:  # Hypothesis ends no machine that it could not make, and tries it again
            self.teardown()
            raise

    def begin(self) -> None:
        """Make what the rules act on."""
        raise NotImplementedError

    def teardown(self) -> None:
        """Nothing stays."""
        transaction.set_rollback(True)
        self._world.__exit__(None, None, None)

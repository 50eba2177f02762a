"""Depth studies: pairs behind the cut, scored by named people."""

"""Two runs side by side, over all queries and for one."""

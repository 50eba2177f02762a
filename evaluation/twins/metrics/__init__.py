"""The tasks and measures of twins, over ranks and choices."""

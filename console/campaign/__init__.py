"""The campaign page, its forecast, and the planner."""

"""The pages of exports."""

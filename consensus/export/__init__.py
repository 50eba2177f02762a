"""The dataset: its files in every format, its history, and what changed between two exports."""

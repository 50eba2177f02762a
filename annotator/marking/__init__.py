"""The segments of a video that answer a question, and how two people's segments compare (M1, M2)."""

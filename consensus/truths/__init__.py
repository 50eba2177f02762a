"""From the markings of a question to its truth: settled, asked of a third annotator, returned or left to the lead."""

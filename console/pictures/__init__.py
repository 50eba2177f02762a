"""Where leads add the pictures and clips that guideline and tutorial show."""

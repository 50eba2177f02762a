"""The lead's pages of the exam: making it, its bank of pairs, its report."""

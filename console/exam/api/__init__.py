"""What programs read and write of exams."""

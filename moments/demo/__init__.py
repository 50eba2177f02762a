"""A small corpus of our own making: scenes drawn by code, whose captions are true of what is seen."""

"""Texts that people write and tables that people open, made safe."""

"""Overlapping moments that were judged apart."""

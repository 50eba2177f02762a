"""A model behind an endpoint writes captions of decided questions' truths, from frames of them (M5)."""

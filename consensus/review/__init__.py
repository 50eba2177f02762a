"""Reviews of decided batches: extend or close, as R7 suggests or otherwise, and taking it back."""

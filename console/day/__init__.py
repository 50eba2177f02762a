"""My day: an annotator's own work, pay and agreement."""

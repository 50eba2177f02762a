"""Steps of the platform's own work, run so that one that fails stops no other."""

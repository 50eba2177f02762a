"""Work that leads and admins ordered: it can be cancelled."""

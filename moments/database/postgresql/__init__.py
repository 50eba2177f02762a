"""Django's PostgreSQL backend, which keeps prepared statements and looks at connections without asking the server."""

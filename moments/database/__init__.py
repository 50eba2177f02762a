"""The platform's hold on its database: prepared statements, guards, checks of stored rows."""

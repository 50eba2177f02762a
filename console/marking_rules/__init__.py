"""The parameters of the rules and the targets: leads see them, and admins make the next version."""

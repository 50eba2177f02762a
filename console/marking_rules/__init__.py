"""The parameters of marking and the targets: leads see them, and admins make the next version of the parameters."""

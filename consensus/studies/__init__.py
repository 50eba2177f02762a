"""What depth studies found, and the orders to make one."""

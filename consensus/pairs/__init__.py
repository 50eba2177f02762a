"""What a lead does about single pairs: withdraw, put back, reopen, adjudicate."""

"""Accounts, memberships and access: who somebody is, what they may see, and how they sign in."""

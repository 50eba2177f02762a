"""The leads' daily mails: who wants one, and when it is sent."""

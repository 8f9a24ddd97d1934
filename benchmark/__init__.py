"""Kina side by side with its peers: one command for each question, one table as its answer."""

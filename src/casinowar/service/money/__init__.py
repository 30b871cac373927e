"""Chips: the cashier, and how much a person has played today."""

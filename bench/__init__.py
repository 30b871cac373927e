"""Measurements, as ratios against named peers in one run: ``python -m bench``."""

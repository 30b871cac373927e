"""Behaviour by topic: what each command decides and how its events change the table.

Each module has one ``decision`` for the commands of its topic and one ``evolution`` for its events.
Phases are left to ``procedure``.
"""

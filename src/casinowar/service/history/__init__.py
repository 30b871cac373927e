"""The record of the service: past rounds, search, racks, significant events, returns, exports.

``reader`` folds a table to any moment from its nearest snapshot; ``one_round`` shows one round,
``what_if`` the value of its choices, ``road`` a table's latest rounds; ``search``,
``significant_events``, ``rack``, ``returns`` and ``exports/`` answer the rest. ``shapes`` declares
the answers, ``access`` decides what each viewer sees, ``ids`` names rounds. ``round_rows`` makes
the rows that are stored for a round.
"""

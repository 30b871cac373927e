"""The record of the service: past rounds, search, racks, significant events, returns, exports.

``reader`` folds a table to any moment from its nearest snapshot; ``one_round`` shows one round,
``what_if`` what its choices were worth, ``road`` a table's latest ones; ``search``,
``significant_events``, ``rack``, ``returns`` and ``exports/`` answer the rest. ``shapes`` has what
they answer, ``access`` says who sees what of it, ``ids`` is how rounds are named. ``round_rows``
makes the rows that are stored of a round.
"""

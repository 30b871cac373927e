"""The record of the service: past rounds, search, racks, significant events, returns, exports.

``Records`` is what the routes use. ``reader`` folds a table to any moment from its nearest
snapshot; ``one_round`` shows one round, ``what_if`` what its choices were worth, ``road`` a table's
latest ones; ``search``, ``significant_events``, ``rack``, ``returns`` with ``theory`` and
``exports/`` answer the rest. ``round_rows`` makes the rows that are stored of a round.
``access`` says who sees what, ``strangers`` what those see who did not play; ``ids`` is how rounds
are named, and ``share_links`` hides the ids of tables by link in the addresses of their rounds.
"""

from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import RoundId, read_page_mark
from casinowar.service.history.records import Records

__all__ = ["Records", "RoundId", "Viewer", "read_page_mark"]

"""The record of the service: past rounds, search, racks, significant events, returns, exports.

``Records`` is what the routes use. ``reader`` folds a table to any moment from its nearest
snapshot; ``past`` shows one round, ``what_if`` what its choices were worth, ``road`` a table's
latest ones; ``search``, ``notes``, ``rack``, ``whole`` (a record file), ``returns`` with
``theory``, ``games_csv`` and ``players_csv`` answer the rest. ``access``
says who sees what, ``strangers`` what those see who did not play, and ``links`` hides the ids of
tables by link in the addresses of their rounds.
"""

from casinowar.service.record.access import Viewer
from casinowar.service.record.names import RoundId, read_page_mark
from casinowar.service.record.records import Records

__all__ = ["Records", "RoundId", "Viewer", "read_page_mark"]

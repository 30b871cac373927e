"""Records of tables, their verification, and rounds from files.

``history`` is a record's content, ``file`` writes it to disk, ``verify`` replays it, ``rounds``
and ``roundwriter`` extract single rounds. ``roundfile`` and ``replay`` read and play a round from
a file; ``text`` shows it all as text; ``rack`` rebuilds hands from the discard rack.
"""

from casinowar.record.file import Record, create_record, read_record, resume_record
from casinowar.record.history import Entry, History, Recorded, fold_history, read_history
from casinowar.record.replay import PlayedRound, differences, play_round, result_to_json
from casinowar.record.roundfile import RoundPlan, read_round
from casinowar.record.rounds import PastRound, SeatResult, rounds_of
from casinowar.record.roundwriter import round_file
from casinowar.record.text import event_line, event_lines, round_text
from casinowar.record.verify import Fault, Verified, verify

__all__ = [
    "Entry",
    "Fault",
    "History",
    "PastRound",
    "PlayedRound",
    "Record",
    "Recorded",
    "RoundPlan",
    "SeatResult",
    "Verified",
    "create_record",
    "differences",
    "event_line",
    "event_lines",
    "fold_history",
    "play_round",
    "read_history",
    "read_record",
    "read_round",
    "result_to_json",
    "resume_record",
    "round_file",
    "round_text",
    "rounds_of",
    "verify",
]

"""Records: events as JSON and as text, rounds from files, hands rebuilt from the rack."""

from casinowar.record.codec import event_from_json, event_to_json, read_events, write_events
from casinowar.record.replay import PlayedRound, differences, play_round, result_to_json
from casinowar.record.roundfile import RoundPlan, read_round
from casinowar.record.text import event_line, event_lines, event_text, rack_text, round_text

__all__ = [
    "PlayedRound",
    "RoundPlan",
    "differences",
    "event_from_json",
    "event_line",
    "event_lines",
    "event_text",
    "event_to_json",
    "play_round",
    "rack_text",
    "read_events",
    "read_round",
    "result_to_json",
    "round_text",
    "write_events",
]

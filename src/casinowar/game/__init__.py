"""A person's game, without a screen.

``game`` is the table, its record and the neighbours; ``start`` seats a person at a new table and
``resume`` restores an interrupted game, which ``last`` finds. ``offers`` picks what a player may do
out of ``legal``, ``players`` are the automated players, and ``demo`` plays rounds as text.
"""

from casinowar.game.demo import demo_lines
from casinowar.game.game import Farewell, Game, usual_buy_in
from casinowar.game.last import LastGame, last_game
from casinowar.game.offers import Offers
from casinowar.game.resume import resume_game
from casinowar.game.start import PlayOptions, check_record, seat_person, start_game

__all__ = [
    "Farewell",
    "Game",
    "LastGame",
    "Offers",
    "PlayOptions",
    "check_record",
    "demo_lines",
    "last_game",
    "resume_game",
    "seat_person",
    "start_game",
    "usual_buy_in",
]

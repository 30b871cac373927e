"""Studies of the game by simulation, one module each.

``counting`` measures the results of a player who counts cards, ``cutting_card`` the effect of the
cutting card on the edge. Each has its report.
"""

from casinowar.studies.counting import CountStudy, Step, count_study
from casinowar.studies.cutting_card import CuttingCard, cutting_card_effect

__all__ = ["CountStudy", "CuttingCard", "Step", "count_study", "cutting_card_effect"]

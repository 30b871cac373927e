"""Studies: questions about the game that are answered by dealing, one module each.

``counting`` is what a player wins who counts cards, ``cutting_card`` what the cutting card does to
the edge. Each has its report.
"""

from casinowar.studies.counting import CountStudy, Step, count_study
from casinowar.studies.cutting_card import CuttingCard, cutting_card_effect

__all__ = ["CountStudy", "CuttingCard", "Step", "count_study", "cutting_card_effect"]

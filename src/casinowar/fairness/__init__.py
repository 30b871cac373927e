"""Where the order of the cards comes from: numbered seeds, sealed at rest, and an unbiased shuffle.

``encoding`` is the one binary form; ``seeds`` goes from a seed to keys; ``shuffle`` from keys to a
stack; ``shoes`` makes the shoe of a table; ``sealing`` and ``keyfile`` keep seeds unreadable in the
database; ``secret`` holds what must never be shown.

Commitments are computed but not published, players do not contribute, nothing is logged: a shoe
from here is repeatable, and that is all that is claimed.
"""

from casinowar.fairness.keyfile import KeyFile
from casinowar.fairness.sealing import reseal, seal, unseal
from casinowar.fairness.secret import Secret
from casinowar.fairness.seeds import new_seed
from casinowar.fairness.shoes import NumberedShoe, derive_shoe

__all__ = [
    "KeyFile",
    "NumberedShoe",
    "Secret",
    "derive_shoe",
    "new_seed",
    "reseal",
    "seal",
    "unseal",
]

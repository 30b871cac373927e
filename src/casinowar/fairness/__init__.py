"""Where the order of the cards comes from, and how anybody can check it.

``encoding`` is the one binary form; ``seeds`` goes from a seed to keys; ``shuffle`` from keys to a
stack; ``shoes`` makes the shoes of a table; ``sealing`` and ``keyfile`` keep seeds unreadable in
the database; ``signing`` signs the heads of a table's log; ``secret`` holds what is never shown.

``proof`` checks it all. It imports nothing from here, so that it can be read and run alone.
"""

from casinowar.fairness.keyfile import KeyFile, Purpose
from casinowar.fairness.sealing import reseal, seal, unseal
from casinowar.fairness.secret import Secret
from casinowar.fairness.seeds import new_seed
from casinowar.fairness.shoes import FairShoe, NumberedShoe, derive_shoe
from casinowar.fairness.signing import Signer

__all__ = [
    "FairShoe",
    "KeyFile",
    "NumberedShoe",
    "Purpose",
    "Secret",
    "Signer",
    "derive_shoe",
    "new_seed",
    "reseal",
    "seal",
    "unseal",
]

"""Houses as data: the schema, the files, reading a file as a House, and a House in plain words."""

from casinowar.errors import InputError
from casinowar.houses.cites import Cites, is_policy
from casinowar.houses.house import House
from casinowar.houses.read import house_names, load_house, read_house
from casinowar.houses.rules import digest_of_rules, house_from_rules, rules_digest, rules_of

__all__ = [
    "Cites",
    "House",
    "InputError",
    "digest_of_rules",
    "house_from_rules",
    "house_names",
    "is_policy",
    "load_house",
    "read_house",
    "rules_digest",
    "rules_of",
]

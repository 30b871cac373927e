"""Houses as data: the schema, the files, and how a file becomes a House."""

from casinowar.errors import InputError
from casinowar.houses.cites import Cites, is_policy
from casinowar.houses.house import House
from casinowar.houses.read import house_names, load_house, read_house

__all__ = ["Cites", "House", "InputError", "house_names", "is_policy", "load_house", "read_house"]

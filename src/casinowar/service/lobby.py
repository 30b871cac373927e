"""The tables of the service: one for each shipped house, and those that people make."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house, rules_digest, rules_of
from casinowar.service.idempotency import reserved
from casinowar.service.ports import Clock, Ids
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.tables.settings import (
    TableSettings,
    checked_title,
    house_of,
)
from casinowar.service.tables.shoes import SEEDS_AHEAD, Origin, StackedShoes, Vault
from casinowar.store import Store
from casinowar.store.interface import TableRow

OWNER_IS_SERVICE = ""
TABLES_PER_PERSON = 100
STANDING_MAX = 1000  # successive rules of one shipped house


class Lobby:
    """Makes tables and finds them again."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        ids: Ids,
        vault: Vault,
        installation: str,
        *,
        most: int = TABLES_PER_PERSON,
    ) -> None:
        self._most = most  # tables of one person
        self._store, self._clock, self._ids, self._vault = store, clock, ids, vault
        self._installation = installation

    def origin(self, table: str) -> Origin:
        """The name under which a table's shoes are numbered."""
        return Origin(self._installation, self._store.stream, table)

    async def make_standing_tables(self, stacked: StackedShoes | None = None) -> None:
        """One public table for each shipped house, under the rules that are shipped now.

        A table's rules never change: a house file that changed gets a new table, and the old one
        stays for as long as somebody plays there.
        """
        rows = {row.table: row for row in await self._store.tables()}
        for name in house_names():
            settings = _standing(load_house(name), stacked)
            house = house_of(load_house(name), settings)
            base = f"{name}-stacked-{settings.stacked}" if settings.stacked else name
            table = _standing_id(base, rules_digest(house), rows)
            if table not in rows:
                await self._add(table, OWNER_IS_SERVICE, settings, house)

    async def make(
        self, owner: str, settings: TableSettings, key: str | None = None
    ) -> TableRow | ServiceRefusal:
        """A new table; a private one is found only by its id, which nobody can guess.

        The same key of the same owner returns the same table.
        """
        names = house_names()
        if settings.house not in names:  # another name would be read as a file
            words = f"house: must be one of {', '.join(names)}."
            return ServiceRefusal(code=ServiceCode.TABLE_SETTINGS, sentence=words)
        try:
            house = house_of(load_house(settings.house), settings)
            settings = structs.replace(settings, title=checked_title(settings.title, house))
        except InputError as error:
            return ServiceRefusal(code=ServiceCode.TABLE_SETTINGS, sentence=_settings_words(error))
        table, share_id = self._ids.table(), ""
        if not settings.public:
            table, share_id = self._ids.private_link(), self._ids.share_id()
        if key is not None:
            now_ms, what = self._clock.now_ms(), f"table {settings}"
            table = await reserved(
                self._store, key=key, what=what, owner=owner, now_ms=now_ms, new_id=table
            )
            made = await self._store.table(table)
            if made is not None:
                return made
        if owner and await self._store.count_tables(owner) >= self._most:
            words = f"You have made {self._most} tables, the most that one person can make."
            return ServiceRefusal(code=ServiceCode.TABLES_USED_UP, sentence=words)
        row = await self._add(table, owner, settings, house, share_id)
        if row is None and key is not None:  # the same request came at the same time
            row = await self._store.table(table)
        if row is None:
            words = "That id is taken. Try again."
            return ServiceRefusal(code=ServiceCode.TABLE_ID_TAKEN, sentence=words)
        return row

    async def _add(
        self,
        table: str,
        owner: str,
        settings: TableSettings,
        house: House,
        share_id: str = "",
    ) -> TableRow | None:
        row = TableRow(
            table=table,
            created_ms=self._clock.now_ms(),
            owner=owner,
            settings=settings.to_json(),
            rules=rules_digest(house),
            share_id=share_id,
        )
        seeds = self._vault.new_seeds(self.origin(table), 1, SEEDS_AHEAD)
        added = await self._store.add_table(row, rules_of(house), seeds)
        return row if added else None


def _standing(house: House, stacked: StackedShoes | None) -> TableSettings:
    """The settings of a standing table; stacked shoes go to houses that allow their decks."""
    if stacked is None or stacked.decks not in house.cards.decks_allowed:
        return TableSettings(house=house.name, title=house.title, sealed=True)
    return TableSettings(
        house=house.name, title=house.title, decks=stacked.decks, stacked=stacked.digest
    )


def _standing_id(base: str, digest: str, rows: Mapping[str, TableRow]) -> str:
    """The id of a house's standing table with these rules: ``skycity``, ``skycity-2``."""
    for number in range(1, STANDING_MAX):
        table = base if number == 1 else f"{base}-{number}"
        if table not in rows or rows[table].rules == digest:
            return table
    raise AssertionError("too many rules have followed each other")


def _settings_words(error: InputError) -> str:
    """What is wrong with the settings of a new table; limits by the names that people use."""
    named = {"limits.first.min": "The minimum", "limits.first.max": "The maximum"}.get(error.field)
    if named is None:
        return f"{error}."
    return f"{named} {error.reason}" + (f" ({error.cites})." if error.cites else ".")

"""Requests and answers that several routes share: persons, tables, balances."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import asdict
from pydantic import BaseModel, ConfigDict, Field

from casinowar.service.conversation.messages import stopped_by
from casinowar.service.http.openapi import said_at_table
from casinowar.service.http.wiring import Parts
from casinowar.service.money.cashier import Balance as Counted
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode

MS_MAX = 253_402_300_799_000  # the end of the year 9999


class RequestBody(BaseModel):
    """The body of a request: exact types, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Reasoned(RequestBody):
    """An action of staff, with its reason."""

    reason: str = Field(
        default="",
        max_length=1000,
        examples=["asked for it at the desk"],
        description="The reason; without it the answer is `role/reason_needed`.",
    )


class Done(BaseModel):
    """It was done."""

    ok: bool = Field(default=True, examples=[True])


class Balance(BaseModel):
    """Play chips, in cents."""

    account_cents: int = Field(examples=[90_000], description="In the account.")
    at_tables_cents: int = Field(examples=[10_000], description="At tables, wagers included.")
    ok: bool = Field(default=True, examples=[True])
    play_money: bool = Field(default=True, examples=[True])


class Stopped(BaseModel):
    """Why a person cannot start new play at any table."""

    code: ServiceCode = Field(examples=["limit/break"], description="A code that begins `limit/`.")
    message: str = Field(examples=["You are taking a break; you can still leave with your chips."])
    until_ms: int | None = Field(examples=[1_797_000_000_000], description="null: for good.")


ROLE_ENDS: dict[str, int] = Field(
    examples=[{"dealer": 1_794_888_000_000}],
    description="Roles that end by themselves, and when.",
)


class Me(Done):
    """The person who is signed in."""

    person: str = Field(examples=["p_7k3tq5x2mz6wjv4yh2ab"])
    name: str = Field(examples=["Bo"])
    kind: Literal["guest", "account"] = Field(examples=["guest"])
    sign_in: str | None = Field(examples=["bobo"])
    roles: list[str] = Field(examples=[["player"]])
    role_ends: dict[str, int] = ROLE_ENDS
    age_stated: bool = Field(examples=[False])
    age_from_years: int | None = Field(
        examples=[None], description="You are at least this old now; null: not stated."
    )
    age_under_years: int | None = Field(
        examples=[None],
        description="By your own statement you are younger than this; null: not stated.",
    )
    stopped: Stopped | None = Field(
        examples=[None],
        description="The break, exclusion or limit that stops new play; null: none.",
    )
    balance: Balance


class Table(BaseModel):
    """A table as the lobby shows it."""

    id: str = Field(examples=["skycity"])
    title: str = Field(examples=["SkyCity"])
    house: str = Field(examples=["skycity"])
    public: bool = Field(examples=[True])
    stacked: bool = Field(
        examples=[False], description="The table deals stacked shoes for tests or lessons."
    )
    yours: bool = Field(examples=[False], description="Whether you made it.")
    standing: bool = Field(examples=[True], description="Whether the service made it.")
    rules: str = Field(examples=["9b1d…"], description="The digest of its rules.")
    settings: dict[str, Any] = said_at_table("TableSettings")
    open: bool = Field(
        examples=[True],
        description="Whether players can sit down, if a seat is free. false if the floor has to"
        " open the table first.",
    )
    dealer_here: bool | None = Field(
        examples=[None],
        description="Whether a dealer has a socket at a table that people deal. null: the table"
        " runs itself, is not in memory here, or has people in another process too.",
    )
    phase: str | None = Field(
        examples=["betting"],
        description="The phase of the game; a table without players may be closed. null: this"
        " process does not have the table in memory, and the fields below are empty.",
    )
    round: int | None = Field(examples=[17])
    rounds: str = Field(
        examples=["skycity"],
        description="The prefix of the table's round ids, before a hyphen and the number;"
        " at a table by link it does not reveal the table's id.",
    )
    seats: int | None = Field(examples=[7])
    players: dict[str, str] = Field(examples=[{"1": "Bo"}], description="Names by seat.")
    watching: int = Field(examples=[3])


def balance_of(balance: Counted) -> Balance:
    return Balance(account_cents=balance.account_cents, at_tables_cents=balance.at_tables_cents)


def role_ends(person: Person) -> dict[str, int]:
    return {end.role.value: end.until_ms for end in person.role_ends}


async def me_of(parts: Parts, person: Person) -> Me:
    """A person as they see themselves."""
    balance = await parts.casino.cashier.balance(person.id)
    stopped = stopped_by(await parts.casino.stop_of(person))
    now_ms = parts.casino.parts.clock.now_ms()
    return Me(
        person=person.id,
        name=person.name,
        kind=person.kind.value,
        sign_in=person.sign_in,
        roles=sorted(role.value for role in person.roles),
        role_ends=role_ends(person),
        age_stated=person.age is not None,
        age_from_years=person.age_years(now_ms),
        age_under_years=person.under_years(now_ms),
        stopped=None if stopped is None else Stopped(**asdict(stopped)),
        balance=balance_of(balance),
    )

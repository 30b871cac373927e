"""Disputes: a player opens one, two readers and the floor sign it, and it can be exported."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.service.history.access import Viewer
from casinowar.service.http.files import zip_file
from casinowar.service.http.openapi import ZIP, answers, errors, written
from casinowar.service.http.requests.dependencies import Calling, Here, SignedIn, counts_for_many
from casinowar.service.http.routes.shapes import RequestBody
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import refuse
from casinowar.service.watch import disputes
from casinowar.service.watch.shapes import Disputes, OneDispute, OwnDispute

router = APIRouter(prefix="/api/disputes", tags=["record"])
PAGE_MAX = 200
_MARK = re.compile(r"([0-9]{1,18})\.(D-[0-9]{1,18})")
Name = Annotated[
    str,
    Path(
        pattern=r"^D-[1-9][0-9]{0,17}$",
        description="The number of a dispute.",
        examples=["D-31"],
    ),
]
SIGNED = (
    Code.NOT_ALLOWED, Code.NO_SUCH_DISPUTE, Code.REASON_NEEDED, Code.DISPUTE_NOT_NOW,
    Code.DISPUTE_SIGNED, Code.DISPUTE_CHANGED,
)  # fmt: skip
WORDS = Field(max_length=1000, examples=["the record agrees with the claim"])


class NewDispute(RequestBody):
    """A disputed hand, with the claim in the player's own words."""

    table: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$", examples=["washington"])
    round: int = Field(ge=1, le=10**17, examples=[12])
    seat: int = Field(ge=1, le=100, examples=[3])
    claim: str = Field(
        max_length=1000,
        examples=["War won: 75 was owed, 50 came"],
        description="On one line, 1 to 200 characters.",
    )
    paid_cents: int | None = Field(
        default=None,
        ge=0,
        le=AMOUNT_MAX_CENTS,
        examples=[5000],
        description="What came back in all, as the player saw it.",
    )


class Reading(RequestBody):
    """What a reader found."""

    words: str = WORDS


class Deciding(Reading):
    """What the floor decides."""

    pay_cents: int = Field(ge=0, le=AMOUNT_MAX_CENTS, examples=[2500])


class Confirming(Reading):
    """The second reader's verdict on the decision."""

    agrees: bool = Field(examples=[True], description="false: the floor decides again.")


@router.post(
    "",
    responses={
        **answers(
            OwnDispute, Code.NO_SUCH_TABLE, Code.NO_SUCH_ROUND, Code.NOT_YOUR_ROUND,
            Code.NOT_ALLOWED, Code.REASON_NEEDED, Code.DISPUTES_USED_UP, signed_in=True,
            changes=True,
        ),
    },
)  # fmt: skip
async def open_dispute(parts: Here, visitor: SignedIn, wanted: NewDispute) -> Response:
    """Dispute one of your hands, even while its round is being played. Staff can dispute any hand.

    A second request for the same hand returns the open file. No chips move at the table.
    """
    claim = disputes.Claim(**wanted.model_dump())
    now_ms = parts.clock.now_ms()
    return written(await disputes.open_dispute(parts.reader, visitor.person, claim, now_ms))


@router.get("", responses=answers(Disputes, Code.BAD_SEARCH, signed_in=True))
async def list_disputes(
    parts: Here,
    visitor: SignedIn,
    state: Literal["opened", "read", "decided", "confirmed"] | None = None,
    table: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = None,
    page: Annotated[
        str | None, Query(max_length=200, description="`next` of the previous page.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
) -> Response:
    """Disputes, newest first: your own, or all of them for the floor and surveillance."""
    viewer = Viewer.of(visitor.person)
    found = await disputes.disputes(parts.reader, viewer, state, table, _before(page), limit)
    return written(found)


@router.get(
    "/{dispute}",
    responses=answers(OneDispute, Code.NOT_ALLOWED, Code.NO_SUCH_DISPUTE, signed_in=True),
)
async def show_dispute(parts: Here, visitor: SignedIn, dispute: Name) -> Response:
    """A complete dispute file, with what was owed and what was paid; for staff."""
    return written(await disputes.dispute_file(parts.reader, dispute, visitor.person))


@router.post(
    "/{dispute}/read", responses=answers(OneDispute, *SIGNED, signed_in=True, changes=True)
)
async def read_dispute(parts: Here, visitor: SignedIn, dispute: Name, wanted: Reading) -> Response:
    """Sign a file as its first reader. You must not have played or dealt in the round."""
    return await _sign(parts, visitor, dispute, "read", wanted.words)


@router.post(
    "/{dispute}/decide", responses=answers(OneDispute, *SIGNED, signed_in=True, changes=True)
)
async def decide_dispute(
    parts: Here, visitor: SignedIn, dispute: Name, wanted: Deciding
) -> Response:
    """Decide a dispute after its first reading; for the floor. The file moves no chips."""
    return await _sign(parts, visitor, dispute, "decide", wanted.words, pay_cents=wanted.pay_cents)


@router.post(
    "/{dispute}/confirm", responses=answers(OneDispute, *SIGNED, signed_in=True, changes=True)
)
async def confirm_dispute(
    parts: Here, visitor: SignedIn, dispute: Name, wanted: Confirming
) -> Response:
    """Sign a decision as the second reader, or send it back to the floor."""
    return await _sign(parts, visitor, dispute, "confirm", wanted.words, agrees=wanted.agrees)


@router.get(
    "/{dispute}/export",
    response_class=Response,
    responses={
        200: ZIP,
        **errors(
            Code.NOT_ALLOWED, Code.NO_SUCH_DISPUTE, Code.DISPUTE_NOT_NOW, signed_in=True
        ),
    },
)  # fmt: skip
async def export_dispute(
    parts: Here, caller: Calling, visitor: SignedIn, dispute: Name
) -> Response:
    """The file, its round and the table's record up to that round, as one ZIP file.

    `casinowar replay` plays the round, and `casinowar record --verify` verifies the record.
    """
    counts_for_many(parts, caller)
    found = await disputes.exported(parts.reader, dispute, visitor.person)
    return await asyncio.to_thread(zip_file, found, f"{dispute}.zip")


async def _sign(
    parts: Here,
    visitor: SignedIn,
    name: str,
    step: str,
    words: str,
    *,
    pay_cents: int | None = None,
    agrees: bool = True,
) -> Response:
    now_ms = parts.clock.now_ms()
    return written(
        await disputes.sign(
            parts.reader,
            name,
            visitor.person,
            step,
            words,
            now_ms,
            pay_cents=pay_cents,
            agrees=agrees,
        )
    )


def _before(page: str | None) -> tuple[int, str] | None:
    if page is None:
        return None
    found = _MARK.fullmatch(page)
    if found is None:
        refuse(Code.BAD_SEARCH, "That is not a page mark. Use the one from the previous page.")
    return int(found[1]), found[2]

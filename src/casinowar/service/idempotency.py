"""A request that makes something can be sent again: under the same key it makes the same thing.

The client makes the key. What a key stands for is reserved before anything is made, so a request
whose answer was lost, or that came while the first one was under way, finds the same id.
"""

from __future__ import annotations

from hashlib import sha256

from casinowar.service.money.play_today import DAY_MS
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.store import Store
from casinowar.store.interface import Document

KIND = "idempotency_key"
LASTS_MS = DAY_MS  # a client that still tries after a day has to ask anew
KEY_MIN, KEY_MAX = 16, 200  # letters: whoever guesses the key of a new guest would be that guest


async def reserved(
    store: Store, *, key: str, what: str, owner: str, now_ms: int, new_id: str
) -> str:
    """The id of what is made under a key: ``new_id``, or the one that was reserved before.

    ``what`` says what is asked for, so that a key is not used for something else by mistake.
    """
    name = sha256(f"{owner}\n{key}".encode()).hexdigest()
    asked = sha256(what.encode()).hexdigest()
    body = {"asked": asked, "id": new_id}
    if await store.keep_document(
        Document(kind=KIND, id=name, at_ms=now_ms, owner=owner, body=body)
    ):
        return new_id
    found = await store.document(KIND, name)
    assert found is not None, "a document is never removed"
    if found.body["asked"] != asked:
        refuse(ServiceCode.KEY_USED, "This Idempotency-Key was used for another request.")
    if now_ms - found.at_ms > LASTS_MS:
        refuse(ServiceCode.KEY_USED, "This Idempotency-Key is more than a day old. Use a new one.")
    return str(found.body["id"])

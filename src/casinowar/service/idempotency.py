"""Requests that create something can be repeated: under the same key, it is created once.

The client makes the key. The new id is reserved under the key before anything is created, so a
repeated request finds the same id, even while the first one is under way.
"""

from __future__ import annotations

from hashlib import sha256

from casinowar.service.money.play_today import DAY_MS
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.store import Store
from casinowar.store.interface import Document

KIND = "idempotency_key"
LASTS_MS = DAY_MS  # a client that still tries after a day needs a new key
KEY_MIN, KEY_MAX = 16, 200  # characters; a guessed key would give access to the new guest


async def reserved(
    store: Store, *, key: str, what: str, owner: str, now_ms: int, new_id: str
) -> str:
    """The id of what is created under a key: ``new_id``, or the one that was reserved before.

    ``what`` describes the request, so that a key is not used for another one by mistake.
    """
    name = sha256(f"{owner}\n{key}".encode()).hexdigest()
    digest = sha256(what.encode()).hexdigest()
    body = {"asked": digest, "id": new_id}
    if await store.keep_document(
        Document(kind=KIND, id=name, at_ms=now_ms, owner=owner, body=body)
    ):
        return new_id
    found = await store.document(KIND, name)
    assert found is not None, "a document is never removed"
    if found.body["asked"] != digest:
        refuse(ServiceCode.KEY_USED, "This Idempotency-Key was used for another request.")
    if now_ms - found.at_ms > LASTS_MS:
        refuse(ServiceCode.KEY_USED, "This Idempotency-Key is more than a day old. Use a new one.")
    return str(found.body["id"])

"""What is remembered of the store, and how little is touched when one person changes."""

from __future__ import annotations

from casinowar.service.cache import Cache


class Counted(str):
    """A value that counts how often somebody asks whose it is."""

    asked = 0

    @property
    def owner(self) -> str:
        Counted.asked += 1
        return self[0]


def filled(most: int, *values: str) -> Cache[str, Counted]:
    cache: Cache[str, Counted] = Cache(most, owner=lambda value: value.owner)
    for value in values:
        cache.keep(value, Counted(value), 0, cache.forgotten)
    return cache


def test_a_change_of_one_person_does_not_search_everybody() -> None:
    cache = filled(1000, "a1", "a2", *(f"b{number}" for number in range(500)))
    Counted.asked = 0
    cache.forget_owner("a")
    assert Counted.asked <= 2
    assert (cache.get("a1", 0), cache.get("a2", 0), cache.get("b7", 0)) == (None, None, "b7")


def test_the_index_forgets_what_the_cache_forgets() -> None:
    cache = filled(2, "a1", "a2", "b1", "b1")
    assert (cache.get("a1", 0), cache.get("a2", 0), cache.get("b1", 0)) == (None, "a2", "b1")
    cache.forget("a2")
    cache.forget_owner("b")
    cache.forget_owner("nobody")
    assert cache._owned == {}
    cache.keep("a1", Counted("a1"), 0, cache.forgotten)
    cache.forget_all()
    assert (cache.get("a1", 0), cache._owned) == (None, {})

"""Which texts of other processes have come.

Planted once and caught: a number that counts twice, an old one that counts, and senders that are
remembered without end.
"""

from __future__ import annotations

from random import Random

from casinowar.service.heard import LATE_MAX, SENDERS_MAX, Heard


def test_what_is_said_to_all_must_be_newer_than_the_last() -> None:
    heard = Heard()
    numbers = [1, 2, 2, 5, 4, 3, 1, 6, 6]
    taken = [number for number in numbers if heard.is_new("p", number, to_all=True)]
    assert taken == [1, 2, 5, 6]


def test_what_is_said_to_one_counts_once_in_any_order() -> None:
    heard, random = Heard(), Random(1)
    numbers = [number for number in range(1, 500) for _ in range(3)]
    random.shuffle(numbers)
    taken = [number for number in numbers if heard.is_new("p", number, to_all=False)]
    assert sorted(taken) == list(range(1, 500))


def test_what_is_too_old_to_tell_is_not_new() -> None:
    heard = Heard()
    assert heard.is_new("p", 10 * LATE_MAX, to_all=False)
    assert not heard.is_new("p", 9 * LATE_MAX, to_all=False)
    assert heard.is_new("p", 9 * LATE_MAX + 1, to_all=False)
    assert not heard.is_new("p", 9 * LATE_MAX + 1, to_all=False)
    assert heard.is_new("p", 10**18, to_all=False)
    assert not heard.is_new("p", 10 * LATE_MAX, to_all=False)


def test_senders_and_ways_do_not_touch_each_other() -> None:
    heard = Heard()
    assert heard.is_new("p", 7, to_all=True)
    assert heard.is_new("p", 6, to_all=False)
    assert heard.is_new("q", 6, to_all=True)
    assert not heard.is_new("p", 6, to_all=True)


def test_the_sender_that_was_silent_for_longest_is_forgotten() -> None:
    heard = Heard()
    assert heard.is_new("alive", 1, to_all=True)
    for number in range(2, 2 * SENDERS_MAX):
        assert heard.is_new(f"p{number}", 1, to_all=True)
        assert not heard.is_new("alive", number - 1, to_all=True)
        assert heard.is_new("alive", number, to_all=True)
    assert len(heard._senders) == SENDERS_MAX

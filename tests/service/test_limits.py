"""A player's own limits: how they change, and what they refuse.

Planted once and caught here: a limit that loosens at once, or tightens after 24 hours; a second
request that moves the date forward; the looser of two limits; a war that is refused; chips on
other layouts left out of the loss; a break or an exclusion that can be shortened; an exclusion
without a way out; a limit that refuses what is exactly allowed.
"""

from __future__ import annotations

from typing import Any

import pytest

from casinowar.service.money.play_today import PlayToday
from casinowar.service.people.protection import (
    NO_LIMITS,
    Limits,
    Protection,
    Stake,
    refusal_of,
    stricter,
    with_break,
    with_exclusion,
    with_limit,
    with_reality_check,
)
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.table import commands as c
from tests.kit.commands import bare
from tests.kit.people import START_MS

NOW = START_MS
MINUTE_MS = 60_000
DAY_MS = 86_400_000
FREE = Protection()
NOTHING_YET = PlayToday(person="p")
BET = c.PlaceWagers(seat=1, initial_cents=1)
SIT = c.TakeSeat(seat=1, player="p")


def bet(cents: int, before_cents: int = 0) -> Stake:
    return Stake(added_cents=cents, total_cents=before_cents + cents)


def played(**figures: int) -> PlayToday:
    values: dict[str, Any] = {"day": NOW // DAY_MS, "last_ms": NOW, **figures}
    return PlayToday(person="p", **values)


def code(
    own: Protection = FREE,
    operator: Limits = NO_LIMITS,
    play: PlayToday = NOTHING_YET,
    command: c.Command = BET,
    stake: Stake | None = None,
    now_ms: int = NOW,
) -> ServiceCode | None:
    found = refusal_of(own, operator, play, command, stake or bet(1), now_ms)
    return None if found is None else found.code


def limited(**limits: int) -> Protection:
    return Protection(limits=Limits(**limits))


# --- changes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"), [(None, 500), (500, 400), (500, 500), (500, 0), (None, None)]
)
def test_a_limit_tightens_at_once(before: int | None, after: int | None) -> None:
    own = with_limit(Protection(limits=Limits(stake_cents=before)), "stake_cents", after, NOW)
    assert own.limits_at(NOW).stake_cents == after
    assert own.pending == ()


@pytest.mark.parametrize(("before", "after"), [(500, 501), (500, None), (0, 1)])
def test_a_limit_loosens_after_24_hours(before: int, after: int | None) -> None:
    own = with_limit(limited(stake_cents=before), "stake_cents", after, NOW)
    assert own.limits_at(NOW + DAY_MS - 1).stake_cents == before
    assert own.limits_at(NOW + DAY_MS).stake_cents == after
    assert own.pending[0].from_ms == NOW + DAY_MS


def test_a_looser_wish_waits_anew_and_a_stricter_one_does_not() -> None:
    own = with_limit(limited(stake_cents=100), "stake_cents", 300, NOW)
    more = with_limit(own, "stake_cents", 400, NOW + 10)
    assert [(one.value, one.from_ms) for one in more.pending] == [(400, NOW + 10 + DAY_MS)]
    less = with_limit(own, "stake_cents", 200, NOW + 10)
    assert [(one.value, one.from_ms) for one in less.pending] == [(200, NOW + DAY_MS)]
    given_up = with_limit(own, "stake_cents", 100, NOW + 10)
    assert given_up.pending == ()
    assert given_up.limits_at(NOW + 2 * DAY_MS).stake_cents == 100


def test_limits_do_not_touch_each_other() -> None:
    own = with_limit(limited(stake_cents=100, day_minutes=60), "stake_cents", 300, NOW)
    own = with_limit(own, "day_minutes", 90, NOW + 1)
    own = with_limit(own, "day_loss_cents", 1000, NOW + 2)
    assert own.limits_at(NOW + 2) == Limits(stake_cents=100, day_minutes=60, day_loss_cents=1000)
    later = NOW + DAY_MS + 1
    assert own.limits_at(later) == Limits(stake_cents=300, day_minutes=90, day_loss_cents=1000)


def test_a_change_after_a_pending_one_came_into_force_keeps_it() -> None:
    own = with_limit(limited(stake_cents=100), "stake_cents", 300, NOW)
    own = with_limit(own, "day_minutes", 60, NOW + DAY_MS)
    assert own.limits_at(NOW + DAY_MS) == Limits(stake_cents=300, day_minutes=60)
    own = with_limit(own, "stake_cents", 400, NOW + DAY_MS)
    assert own.limits_at(NOW + DAY_MS).stake_cents == 300


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ("stake_cents", -1),
        ("stake_cents", 2**63),
        ("day_minutes", 1441),
        ("pending", 5),
        ("", None),
    ],
)
def test_a_limit_is_one_of_those_there_are(limit: str, value: int | None) -> None:
    with pytest.raises(ServiceRefused) as stopped:
        with_limit(FREE, limit, value, NOW)
    assert stopped.value.refusal.code is ServiceCode.BAD_LIMIT


def test_a_break_can_be_made_longer_only() -> None:
    own = with_break(FREE, NOW + 1000, NOW)
    assert with_break(own, NOW + 2000, NOW).break_until_ms == NOW + 2000
    with pytest.raises(ServiceRefused) as stopped:
        with_break(own, NOW + 999, NOW)
    assert stopped.value.refusal.code is ServiceCode.CANNOT_SHORTEN
    assert with_break(own, NOW + 1001, NOW + 1000).break_until_ms == NOW + 1001


@pytest.mark.parametrize("until_ms", [NOW, NOW - 1, NOW + 42 * DAY_MS + 1])
def test_a_break_has_an_end_within_six_weeks(until_ms: int) -> None:
    with pytest.raises(ServiceRefused) as stopped:
        with_break(FREE, until_ms, NOW)
    assert stopped.value.refusal.code is ServiceCode.BAD_LIMIT


@pytest.mark.parametrize("first", [NOW + 10 * DAY_MS, None])
@pytest.mark.parametrize("then", [NOW + DAY_MS + 5, NOW + 10 * DAY_MS - 1])
def test_an_exclusion_cannot_be_shortened(first: int | None, then: int) -> None:
    own = with_exclusion(FREE, first, NOW)
    with pytest.raises(ServiceRefused) as stopped:
        with_exclusion(own, then, NOW + 5)
    assert stopped.value.refusal.code is ServiceCode.CANNOT_SHORTEN


def test_an_exclusion_can_be_made_longer_and_for_good() -> None:
    own = with_exclusion(FREE, NOW + 10 * DAY_MS, NOW)
    longer = with_exclusion(own, NOW + 11 * DAY_MS, NOW + 5)
    for_good = with_exclusion(longer, None, NOW + 6)
    assert longer.excluded_at(NOW + 11 * DAY_MS - 1)
    assert not longer.excluded_at(NOW + 11 * DAY_MS)
    assert for_good.excluded_at(NOW + 10_000 * DAY_MS)
    assert for_good.exclusion is not None
    assert for_good.exclusion.from_ms == NOW
    over = NOW + 12 * DAY_MS
    again = with_exclusion(longer, over + DAY_MS, over)
    assert again.exclusion is not None
    assert again.exclusion.from_ms == over


def test_an_exclusion_lasts_a_day_at_least() -> None:
    with pytest.raises(ServiceRefused) as stopped:
        with_exclusion(FREE, NOW + DAY_MS - 1, NOW)
    assert stopped.value.refusal.code is ServiceCode.BAD_LIMIT


def test_reality_checks_come_at_an_interval_or_never() -> None:
    assert FREE.reality_check_minutes == 60
    assert with_reality_check(FREE, 0).reality_check_minutes == 0
    for minutes in (-1, 1441):
        with pytest.raises(ServiceRefused):
            with_reality_check(FREE, minutes)


# --- what is refused ------------------------------------------------------------------------------


def test_the_stricter_limit_applies() -> None:
    own = Limits(stake_cents=5, day_minutes=70)
    operator = Limits(stake_cents=7, day_minutes=60, session_minutes=30)
    both = Limits(stake_cents=5, day_minutes=60, session_minutes=30)
    assert stricter(own, operator) == stricter(operator, own) == both
    for mine, theirs in ((5, 7), (7, 5)):
        own_one, theirs_one = limited(stake_cents=mine), Limits(stake_cents=theirs)
        assert code(own_one, theirs_one, stake=bet(5)) is None
        assert code(own_one, theirs_one, stake=bet(6)) is ServiceCode.STAKE_LIMIT


def test_the_stake_counts_all_that_is_down() -> None:
    own = limited(stake_cents=1000)
    assert code(own, stake=bet(400, before_cents=600)) is None
    assert code(own, stake=bet(401, before_cents=600)) is ServiceCode.STAKE_LIMIT


def test_less_at_stake_is_never_refused() -> None:
    own = with_exclusion(limited(stake_cents=10, day_loss_cents=0), None, NOW)
    for cents in (0, -5):
        assert code(own, stake=bet(cents, before_cents=1000)) is None


def test_a_loss_counts_what_is_lost_what_is_down_and_what_is_added() -> None:
    own = limited(day_loss_cents=1000)
    play = played(wagered_cents=900, returned_cents=500, escrowed_cents=300)
    assert code(own, play=play, stake=bet(300)) is None
    assert code(own, play=play, stake=bet(301)) is ServiceCode.LOSS_LIMIT
    won = played(wagered_cents=500, returned_cents=900)
    assert code(own, play=won, stake=bet(1400)) is None
    assert code(own, play=won, stake=bet(1401)) is ServiceCode.LOSS_LIMIT


def test_a_refusal_does_not_promise_more_than_the_limit_does() -> None:
    """A war is never refused, so a limit holds for what is bet before the deal."""
    said = {
        "stake_cents": "Your limit for bets before the deal is 0.10.",
        "day_loss_cents": "Even without a war, this bet could take your loss today beyond your "
        "limit of 0.10.",
    }
    for limit, sentence in said.items():
        own = limited(**{limit: 10})
        found = refusal_of(own, NO_LIMITS, NOTHING_YET, BET, bet(11), NOW)
        assert found is not None
        assert found.sentence == sentence


def test_a_refusal_names_the_limit_that_is_reached() -> None:
    said = {
        ("day_minutes", 60): "You have reached your limit of 60 minutes a day.",
        ("session_minutes", 1): "You have reached your limit of 1 minute without a pause.",
    }
    for (limit, most), sentence in said.items():
        play = played(played_ms=most * MINUTE_MS, session_since_ms=NOW - most * MINUTE_MS)
        found = refusal_of(limited(**{limit: most}), NO_LIMITS, play, BET, bet(1), NOW)
        assert found is not None
        assert found.sentence == sentence


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("stake_cents", "This limit can be 0 to 10,000,000,000.00."),
        ("day_minutes", "This limit can be 0 to 1,440 minutes."),
    ],
)
def test_a_limit_that_cannot_be_set_is_refused_in_words_for_people(
    limit: str, sentence: str
) -> None:
    with pytest.raises(ServiceRefused) as stopped:
        with_limit(FREE, limit, 10**13, NOW)
    assert stopped.value.refusal.sentence == sentence


def test_a_new_day_starts_from_nothing_but_what_is_down() -> None:
    own = limited(day_loss_cents=1000)
    play = played(wagered_cents=1000, escrowed_cents=300)
    found = refusal_of(own, NO_LIMITS, play, BET, bet(1), NOW)
    assert found is not None
    tomorrow = (NOW // DAY_MS + 1) * DAY_MS
    assert found.until_ms == tomorrow
    assert code(own, play=play, stake=bet(1), now_ms=tomorrow - 1) is ServiceCode.LOSS_LIMIT
    assert code(own, play=play, stake=bet(700), now_ms=tomorrow) is None
    assert code(own, play=play, stake=bet(701), now_ms=tomorrow) is ServiceCode.LOSS_LIMIT


@pytest.mark.parametrize("command", [BET, SIT, c.BuyChips(seat=1, cash_cents=5)])
def test_time_is_up_when_the_minutes_are_played(command: c.Command) -> None:
    own = limited(day_minutes=60)
    play = played(played_ms=59 * MINUTE_MS, session_since_ms=NOW)
    assert code(own, play=play, command=command, now_ms=NOW + MINUTE_MS - 1) is None
    late = code(own, play=play, command=command, now_ms=NOW + MINUTE_MS)
    assert late is ServiceCode.DAY_TIME_LIMIT
    session = limited(session_minutes=60)
    play = played(session_since_ms=NOW - 59 * MINUTE_MS)
    assert code(session, play=play, command=command, now_ms=NOW + MINUTE_MS - 1) is None
    late = code(session, play=play, command=command, now_ms=NOW + MINUTE_MS)
    assert late is ServiceCode.SESSION_TIME_LIMIT
    assert code(session, play=play, command=command, now_ms=NOW + 15 * MINUTE_MS) is None


STOPPED = {
    "exclusion": with_exclusion(FREE, None, NOW),
    "break": with_break(FREE, NOW + DAY_MS, NOW),
    "limits": limited(stake_cents=0, day_loss_cents=0, day_minutes=0, session_minutes=0),
}
NEW_PLAY = {"take_seat", "buy_chips", "return_to_play", "place_wagers"}


@pytest.mark.parametrize("own", STOPPED.values(), ids=STOPPED)
@pytest.mark.parametrize("kind", c.COMMANDS.values(), ids=lambda kind: kind.NAME)
def test_only_new_play_is_refused(kind: type[c.Command], own: Protection) -> None:
    """A war, a surrender, taking back and leaving are always possible."""
    command = bare(kind)
    play = played(played_ms=DAY_MS // 2, session_since_ms=NOW - DAY_MS // 2)
    stopped = refusal_of(own, NO_LIMITS, play, command, bet(5), NOW)
    assert (stopped is not None) is (kind.NAME in NEW_PLAY)


def test_an_exclusion_is_named_before_a_break_and_both_have_an_end() -> None:
    own = with_exclusion(STOPPED["break"], NOW + 2 * DAY_MS, NOW)
    first = refusal_of(own, NO_LIMITS, NOTHING_YET, SIT, bet(0), NOW)
    then = refusal_of(STOPPED["break"], NO_LIMITS, NOTHING_YET, SIT, bet(0), NOW)
    assert first is not None
    assert (first.code, first.until_ms) == (ServiceCode.EXCLUDED, NOW + 2 * DAY_MS)
    assert then is not None
    assert (then.code, then.until_ms) == (ServiceCode.ON_BREAK, NOW + DAY_MS)
    assert code(own, command=SIT, now_ms=NOW + 2 * DAY_MS) is None

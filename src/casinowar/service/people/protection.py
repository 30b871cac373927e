"""A player's own limits, breaks and exclusions: their changes and their refusals.

Everything is pure. ``Protection`` is what a person has set; ``refusal_of`` is called before a
command reaches the table. A limit tightens at once and loosens after 24 hours. The stricter of the
player's limit and the operator's applies. Nothing here ever blocks a war, a surrender, taking
wagers back or leaving: they are part of a game under way, or end it. So the limits of stake and
loss hold for wagers before the deal; a war, and a Tie wager on it, can go beyond them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from casinowar.houses.words import counted
from casinowar.money import AMOUNT_MAX_CENTS, show_cents
from casinowar.service.money.play_today import DAY_MS, MINUTE_MS, PlayToday
from casinowar.service.refusals import ServiceCode, ServiceRefusal, ServiceRefused, refused
from casinowar.table import commands as c

LOOSENS_AFTER_MS = DAY_MS
DAY_MINUTES = 24 * 60
BREAK_MAX_MS = 42 * DAY_MS  # a longer one is an exclusion
EXCLUSION_MIN_MS = DAY_MS
REALITY_CHECK_MINUTES = 60

_NEW_PLAY = (c.TakeSeat, c.BuyChips, c.ReturnToPlay, c.PlaceWagers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Upper limits; None means no limit."""

    stake_cents: int | None = None  # on the layout at one table before the deal
    day_loss_cents: int | None = None  # the highest loss that wagers before the deal may risk
    day_minutes: int | None = None
    session_minutes: int | None = None


LIMIT_NAMES = tuple(part.name for part in fields(Limits))
NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A looser value of one limit, and when it applies."""

    limit: str  # one of ``LIMIT_NAMES``
    value: int | None
    from_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """A player's own exclusion; without an end it is for good."""

    from_ms: int
    until_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Protection:
    """A person's own settings that limit play."""

    limits: Limits = NO_LIMITS  # without pending changes; see ``limits_at``
    pending: tuple[Pending, ...] = field(default=())
    break_until_ms: int = 0
    exclusion: Exclusion | None = None
    reality_check_minutes: int = REALITY_CHECK_MINUTES  # 0: none

    def limits_at(self, now_ms: int) -> Limits:
        """The player's own limits as they are in force."""
        if not self.pending:
            return self.limits
        due = {one.limit: one.value for one in self.pending if one.from_ms <= now_ms}
        return replace(self.limits, **due)

    def excluded_at(self, now_ms: int) -> bool:
        """Whether the exclusion is in force."""
        return self.exclusion is not None and (
            self.exclusion.until_ms is None or now_ms < self.exclusion.until_ms
        )

    def on_break_at(self, now_ms: int) -> bool:
        return now_ms < self.break_until_ms


# --- changes --------------------------------------------------------------------------------------


def with_limit(own: Protection, limit: str, value: int | None, now_ms: int) -> Protection:
    """Set one limit: at once if it is stricter, after 24 hours if it is looser."""
    check_limit(limit, value)
    settled = own.limits_at(now_ms)
    current: int | None = getattr(settled, limit)
    others = tuple(one for one in own.pending if one.from_ms > now_ms and one.limit != limit)
    if _at_least_as_strict(value, current):
        return replace(own, limits=replace(settled, **{limit: value}), pending=others)
    from_ms = now_ms + LOOSENS_AFTER_MS
    for one in own.pending:
        earlier = one.limit == limit and one.from_ms > now_ms
        if earlier and _at_least_as_strict(value, one.value):
            from_ms = one.from_ms  # stricter than the value that was already pending
    later = Pending(limit=limit, value=value, from_ms=from_ms)
    return replace(own, limits=settled, pending=(*others, later))


def with_break(own: Protection, until_ms: int, now_ms: int) -> Protection:
    """Take a break, or extend the current one."""
    if not now_ms < until_ms <= now_ms + BREAK_MAX_MS:
        days = BREAK_MAX_MS // DAY_MS
        raise refused(
            ServiceCode.BAD_LIMIT, f"A break must end in the future, at most {days} days from now."
        )
    if own.on_break_at(now_ms) and until_ms < own.break_until_ms:
        raise _cannot_shorten("A break", own.break_until_ms)
    return replace(own, break_until_ms=until_ms)


def with_exclusion(own: Protection, until_ms: int | None, now_ms: int) -> Protection:
    """Exclude the person from play at once; None: for good."""
    if until_ms is not None and until_ms < now_ms + EXCLUSION_MIN_MS:
        raise refused(ServiceCode.BAD_LIMIT, "An exclusion lasts at least 24 hours.")
    from_ms = now_ms
    if own.exclusion is not None and own.excluded_at(now_ms):
        if _ends_earlier(until_ms, own.exclusion.until_ms):
            raise _cannot_shorten("An exclusion", own.exclusion.until_ms)
        from_ms = own.exclusion.from_ms
    return replace(own, exclusion=Exclusion(from_ms=from_ms, until_ms=until_ms))


def with_reality_check(own: Protection, minutes: int) -> Protection:
    """Set how often the player is told how long they have played; 0: never."""
    if not 0 <= minutes <= DAY_MINUTES:
        raise refused(
            ServiceCode.BAD_LIMIT, f"A reality check comes every 1 to {DAY_MINUTES} minutes."
        )
    return replace(own, reality_check_minutes=minutes)


def check_limit(limit: str, value: int | None) -> None:
    """Refuse a limit that does not exist or a value that it cannot have."""
    if limit not in LIMIT_NAMES:
        raise refused(ServiceCode.BAD_LIMIT, f"The limits are {', '.join(LIMIT_NAMES)}.")
    money = limit.endswith("_cents")
    most = AMOUNT_MAX_CENTS if money else DAY_MINUTES
    if value is not None and not 0 <= value <= most:
        shown = show_cents(most) if money else counted(most, "minute")
        raise refused(ServiceCode.BAD_LIMIT, f"This limit can be 0 to {shown}.")


def _at_least_as_strict(value: int | None, than: int | None) -> bool:
    return than is None or (value is not None and value <= than)


def _ends_earlier(until_ms: int | None, than_ms: int | None) -> bool:
    return until_ms is not None and (than_ms is None or until_ms < than_ms)


def _cannot_shorten(what: str, until_ms: int | None) -> ServiceRefused:
    words = f"{what} can be made longer, not shorter."
    return refused(ServiceCode.CANNOT_SHORTEN, words, until_ms)


# --- refusals -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What a command puts at stake for a person at one table."""

    added_cents: int  # more on the layout than before; below zero: less
    total_cents: int  # on the layout after it


NO_STAKE = Stake(added_cents=0, total_cents=0)


def stricter(one: Limits, other: Limits) -> Limits:
    """The stricter of two sets of limits, limit by limit."""
    if other == NO_LIMITS:
        return one
    values: dict[str, int | None] = {}
    for name in LIMIT_NAMES:
        set_ones = [
            value for value in (getattr(one, name), getattr(other, name)) if value is not None
        ]
        values[name] = min(set_ones, default=None)
    return Limits(**values)


def needs_play(own: Protection, operator: Limits, command: c.Command, now_ms: int) -> bool:
    """Whether a decision on this command depends on how much and how long was played today."""
    return isinstance(command, _NEW_PLAY) and counts_play(own, operator, now_ms)


def refusal_of(
    own: Protection,
    operator: Limits,
    play: PlayToday,
    command: c.Command,
    stake: Stake,
    now_ms: int,
) -> ServiceRefusal | None:
    """Why a player's command must not reach the table; None if it may.

    ``stake`` follows from the postings of the command; it matters for new wagers only.
    """
    if not isinstance(command, _NEW_PLAY):
        return None
    if isinstance(command, c.PlaceWagers) and stake.added_cents <= 0:
        return None  # a smaller wager than before
    refusal = stop_of(own, operator, play, now_ms)
    if refusal is None and isinstance(command, c.PlaceWagers):
        limits = stricter(own.limits_at(now_ms), operator)
        refusal = _of_stake(limits, play, stake, now_ms)
    return refusal


def is_new_play(command: type[c.Command]) -> bool:
    """Whether a break, an exclusion or a limit can refuse commands of this kind."""
    return issubclass(command, _NEW_PLAY)


def stop_of(
    own: Protection, operator: Limits, play: PlayToday, now_ms: int
) -> ServiceRefusal | None:
    """Why the person cannot start new play at any table, and until when; None if they can."""
    limits = stricter(own.limits_at(now_ms), operator)
    return (
        refusal_to_play(own, now_ms)
        or _of_time(limits, play, now_ms)
        or _of_loss(limits, play, now_ms)
    )


def counts_play(own: Protection, operator: Limits, now_ms: int) -> bool:
    """Whether ``stop_of`` depends on how much and how long was played today."""
    limits = stricter(own.limits_at(now_ms), operator)
    counting = (limits.day_loss_cents, limits.day_minutes, limits.session_minutes)
    return any(limit is not None for limit in counting)


def purse_cents(
    own: Protection, operator: Limits, play: PlayToday, down_cents: int, now_ms: int
) -> int | None:
    """How much can be added to wagers of ``down_cents`` at one table; None: no limit is set."""
    if stop_of(own, operator, play, now_ms) is not None:
        return 0
    limits, left = stricter(own.limits_at(now_ms), operator), list[int]()
    if limits.stake_cents is not None:
        left.append(limits.stake_cents - down_cents)
    if limits.day_loss_cents is not None:
        left.append(limits.day_loss_cents - play.loss_cents(now_ms) - play.escrowed_cents)
    return max(0, min(left)) if left else None


def refusal_to_play(
    own: Protection, now_ms: int, instead: str = "you can still leave with your chips"
) -> ServiceRefusal | None:
    """The refusal during a break or an exclusion; ``instead`` ends its sentence."""
    if own.exclusion is not None and own.excluded_at(now_ms):
        words = f"You have excluded yourself from play; {instead}."
        return ServiceRefusal(
            code=ServiceCode.EXCLUDED, sentence=words, until_ms=own.exclusion.until_ms
        )
    if own.on_break_at(now_ms):
        words = f"You are taking a break; {instead}."
        return ServiceRefusal(
            code=ServiceCode.ON_BREAK, sentence=words, until_ms=own.break_until_ms
        )
    return None


def _of_time(limits: Limits, play: PlayToday, now_ms: int) -> ServiceRefusal | None:
    most = limits.day_minutes
    if most is not None and play.day_ms(now_ms) >= most * MINUTE_MS:
        return ServiceRefusal(
            code=ServiceCode.DAY_TIME_LIMIT,
            sentence=f"You have reached your limit of {counted(most, 'minute')} a day.",
            until_ms=play.next_day_ms(now_ms),
        )
    most = limits.session_minutes
    if most is not None and play.session_ms(now_ms) >= most * MINUTE_MS:
        return ServiceRefusal(
            code=ServiceCode.SESSION_TIME_LIMIT,
            sentence=f"You have reached your limit of {counted(most, 'minute')} without a pause.",
            until_ms=play.session_over_ms(),
        )
    return None


def _of_loss(limits: Limits, play: PlayToday, now_ms: int) -> ServiceRefusal | None:
    most = limits.day_loss_cents
    if most is None or play.loss_cents(now_ms) < most:
        return None
    return ServiceRefusal(
        code=ServiceCode.LOSS_LIMIT,
        sentence=f"You have reached your limit of {show_cents(most)} for losses in one day.",
        until_ms=play.next_day_ms(now_ms),
    )


def _of_stake(limits: Limits, play: PlayToday, stake: Stake, now_ms: int) -> ServiceRefusal | None:
    most = limits.stake_cents
    if most is not None and stake.total_cents > most:
        return ServiceRefusal(
            code=ServiceCode.STAKE_LIMIT,
            sentence=f"Your limit for bets before the deal is {show_cents(most)}.",
        )
    most = limits.day_loss_cents
    if most is not None:
        at_risk_cents = play.loss_cents(now_ms) + play.escrowed_cents + stake.added_cents
        if at_risk_cents > most:
            return ServiceRefusal(
                code=ServiceCode.LOSS_LIMIT,
                sentence="Even without a war, this bet could take your loss today beyond your "
                f"limit of {show_cents(most)}.",
                until_ms=play.next_day_ms(now_ms),
            )
    return None

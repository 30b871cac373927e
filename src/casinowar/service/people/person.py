"""A person: an id with a name, the roles they hold, and what they have set for themselves.

Names need not be unique; the id is what counts. A guest is known by a session alone, an account
also by a sign-in name and a passphrase.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from casinowar.houses.house import House
from casinowar.service.money.play_today import DAY_MS
from casinowar.service.people.protection import Exclusion, Limits, Pending, Protection
from casinowar.service.people.visible_text import INVISIBLE, shows_something
from casinowar.service.refusals import ServiceCode, ServiceRefusal, refused
from casinowar.service.roles import Role
from casinowar.store.interface import PersonRow, require_format

FORMAT = 1  # of the JSON in a person's row; raised when its meaning changes
NAME_MAX = 40
REASON_MAX = 200
AGE_MAX_YEARS = 130
YEAR_MS = 366 * DAY_MS  # a leap year, so that nobody is counted as older than they are
_PERSON_ID = re.compile(r"p_[a-z2-7]{20}")
_SIGN_IN = re.compile(r"[a-z0-9][a-z0-9._@+-]{2,39}")


class Kind(StrEnum):
    """How a person is known."""

    GUEST = "guest"
    ACCOUNT = "account"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attestation:
    """What a person stated about their age: at least ``age_years``, under ``under_years``.

    ``under_years`` is None if they stated no upper bound.
    """

    age_years: int
    at_ms: int
    under_years: int | None = None

    def by(self, now_ms: int) -> Attestation:
        """The statement as of now: both ages grow by one with every full year."""
        years = max(0, now_ms - self.at_ms) // YEAR_MS
        under = None if self.under_years is None else self.under_years + years
        return Attestation(age_years=self.age_years + years, at_ms=now_ms, under_years=under)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleEnd:
    """When a role ends by itself, and who set it: a person's id; empty: on the command line."""

    role: Role
    until_ms: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person; ``version`` counts the changes."""

    id: str
    name: str
    version: int
    created_ms: int
    roles: frozenset[Role] = frozenset({Role.PLAYER})
    role_ends: tuple[RoleEnd, ...] = ()  # of some of the roles
    age: Attestation | None = None
    protection: Protection = field(default_factory=Protection)
    sign_in: str | None = None
    passphrase: str | None = field(default=None, repr=False)  # its hash
    suspended: str = ""  # the administrator's reason; empty: not suspended

    @property
    def kind(self) -> Kind:
        return Kind.GUEST if self.sign_in is None else Kind.ACCOUNT

    def age_years(self, now_ms: int) -> int | None:
        """The person's minimum age now; None if they have stated none."""
        return None if self.age is None else self.age.by(now_ms).age_years

    def under_years(self, now_ms: int) -> int | None:
        """The age that the person has stated not to have reached; None if there is none."""
        return None if self.age is None else self.age.by(now_ms).under_years

    def ended_roles(self, now_ms: int) -> tuple[RoleEnd, ...]:
        """Roles whose end has come; ``Persons.read`` takes them away."""
        return tuple(end for end in self.role_ends if end.until_ms <= now_ms)

    def after_ends(self, now_ms: int) -> Person:
        """The person without the roles whose end has come: a player, if no role is left."""
        ended = self.ended_roles(now_ms)
        if not ended:
            return self
        return replace(
            self,
            roles=self.roles - {end.role for end in ended} or frozenset({Role.PLAYER}),
            role_ends=tuple(end for end in self.role_ends if end not in ended),
        )

    def holds_for_good(self, role: Role) -> bool:
        """Whether the person holds a role that does not end by itself."""
        return role in self.roles and all(end.role is not role for end in self.role_ends)

    def may_sit(self, now_ms: int) -> bool:
        """Whether the person may hold a seat: a player, neither suspended nor excluded."""
        plays = Role.PLAYER in self.roles and Role.SURVEILLANCE not in self.roles
        return plays and not self.suspended and not self.protection.excluded_at(now_ms)


def age_refusal(person: Person, house: House, now_ms: int) -> ServiceRefusal | None:
    """The refusal of a person who must state their age before sitting down at this house.

    A person who has stated to be too young is not asked again: the table refuses them because of
    ``TakeSeat.age_years``.
    """
    old_enough = (person.age_years(now_ms) or 0) >= house.entry_age
    under = person.under_years(now_ms)
    if old_enough or (under is not None and under <= house.entry_age):
        return None
    return ServiceRefusal(
        code=ServiceCode.AGE_NEEDED,
        sentence=f"Players here must be aged {house.entry_age} or over: state your age first.",
    )


def suspension_of(person: Person) -> ServiceRefusal | None:
    """The refusal of a suspended person; only staff see the reason."""
    if not person.suspended:
        return None
    words = "Your account is suspended. Ask the staff of this house."
    return ServiceRefusal(code=ServiceCode.SUSPENDED, sentence=words)


def guest_name(person: str) -> str:
    """The name of a guest who has not chosen one."""
    return f"Guest {person[2:6].upper()}"


# --- what people type -----------------------------------------------------------------------------


def checked_name(text: str) -> str:
    """A name without surrounding blanks, or a refusal."""
    name = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(name) <= NAME_MAX:
        raise refused(ServiceCode.BAD_NAME, f"A name has 1 to {NAME_MAX} characters.")
    if not name.isprintable():
        raise refused(ServiceCode.BAD_NAME, "A name cannot contain control characters.")
    if INVISIBLE.search(name) or not shows_something(name):
        raise refused(ServiceCode.BAD_NAME, "A name cannot contain invisible characters.")
    return name


def checked_sign_in(text: str) -> str:
    """A sign-in name in lower case, or a refusal."""
    name = sign_in_of(text)
    if name is None:
        words = (
            "A sign-in name has 3 to 40 characters: the letters a to z, digits, and . _ @ + -."
            " It starts with a letter or a digit."
        )
        raise refused(ServiceCode.BAD_SIGN_IN, words)
    return name


def sign_in_of(text: str) -> str | None:
    """A sign-in name as it is stored; None if it is not valid."""
    name = text.strip().lower()
    return name if _SIGN_IN.fullmatch(name) else None


def is_person_id(text: str) -> bool:
    """Whether a text has the form of a person's id; an address can hold any text."""
    return _PERSON_ID.fullmatch(text) is not None


def checked_reason(text: str) -> str:
    """A reason without surrounding blanks, or a refusal."""
    reason = text.strip()
    if not 1 <= len(reason) <= REASON_MAX or not reason.isprintable():
        raise refused(
            ServiceCode.REASON_NEEDED, f"Give a reason of 1 to {REASON_MAX} characters on one line."
        )
    return reason


def checked_age(years: int) -> int:
    """An age in years, or a refusal."""
    if not 0 <= years <= AGE_MAX_YEARS:
        raise refused(ServiceCode.BAD_AGE, f"An age is 0 to {AGE_MAX_YEARS} years.")
    return years


def with_age(person: Person, from_years: int, under_years: int | None, now_ms: int) -> Person:
    """The person with one more statement of their age; refused if it contradicts an earlier one."""
    known = Attestation(age_years=0, at_ms=now_ms) if person.age is None else person.age.by(now_ms)
    upper_bounds = [under for under in (known.under_years, under_years) if under is not None]
    least, under = max(known.age_years, from_years), min(upper_bounds, default=None)
    if under is not None and least >= under:
        words = "You have stated another age before. An administrator can reset it."
        raise refused(ServiceCode.BAD_AGE, words)
    stated = Attestation(age_years=least, at_ms=now_ms, under_years=under)
    nothing_new = person.age is not None and stated == known
    return person if nothing_new else replace(person, age=stated)


# --- rows -----------------------------------------------------------------------------------------


def row_of(person: Person) -> PersonRow:
    """A person as the store keeps them."""
    own = person.protection
    data: dict[str, Any] = {
        "format": FORMAT,
        "kind": person.kind.value,
        "roles": sorted(person.roles),
        "role_ends": [asdict(end) for end in person.role_ends],
        "age": None if person.age is None else asdict(person.age),
        "limits": asdict(own.limits),
        "pending": [asdict(one) for one in own.pending],
        "break_until_ms": own.break_until_ms,
        "exclusion": None if own.exclusion is None else asdict(own.exclusion),
        "reality_check_minutes": own.reality_check_minutes,
        "suspended": person.suspended,
    }
    return PersonRow(
        person=person.id,
        name=person.name,
        version=person.version,
        created_ms=person.created_ms,
        data=data,
        sign_in=person.sign_in,
        passphrase=person.passphrase,
    )


def person_of(row: PersonRow) -> Person:
    data = row.data
    require_format("person", data, FORMAT)
    age, exclusion = data["age"], data["exclusion"]
    own = Protection(
        limits=Limits(**data["limits"]),
        pending=tuple(Pending(**one) for one in data["pending"]),
        break_until_ms=data["break_until_ms"],
        exclusion=None if exclusion is None else Exclusion(**exclusion),
        reality_check_minutes=data["reality_check_minutes"],
    )
    return Person(
        id=row.person,
        name=row.name,
        version=row.version,
        created_ms=row.created_ms,
        roles=frozenset(Role(role) for role in data["roles"]),
        role_ends=tuple(
            RoleEnd(role=Role(end["role"]), until_ms=end["until_ms"], by=end["by"])
            for end in data.get("role_ends", ())
        ),
        age=None if age is None else Attestation(**age),
        protection=own,
        sign_in=row.sign_in,
        passphrase=row.passphrase,
        suspended=data["suspended"],
    )

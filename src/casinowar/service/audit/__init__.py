"""An audit of a database: all that is stored against what follows from the events of its tables."""

from casinowar.service.audit.database import audit

__all__ = ["audit"]

"""An audit of a database: everything stored must follow from the events of its tables."""

from casinowar.service.audit.database import audit

__all__ = ["audit"]

"""People: accounts, sessions, passphrases, and the limits they set for themselves."""

"""The subcommands and what each is for, in the order in which help lists them."""

COMMANDS = {
    "play": "sit down at a table in the terminal",
    "train": "deal by hand: every wrong or early step is refused with its clause",
    "replay": "play rounds from round files and check recorded results",
    "record": "list the rounds of a table's record, or verify that all of it can have happened",
    "house": "list, show and check houses",
    "rack": "rebuild the hands of each round from an ordered discard rack",
    "odds": "exact odds of a house, for any number of decks or any cards left",
    "compare": "houses and deck counts side by side, as text or as a chart",
    "par": "write the PAR sheet of a house",
    "session": "what N rounds can do to a bankroll, and to the house's hold",
    "simulate": "deal whole shoes, millions of rounds a second",
    "cutting-card": "what the cutting card does to the edge, and in which round",
    "count": "what a player wins who counts cards, per hour and at which risk",
    "serve": "tables over HTTP and WebSocket for many people, kept in a database",
    "admin": "administrators, roles, sealing keys and backups of a service",
    "backup": "write a backup of a service's database; it may run",
    "restore": "fill an empty database with a backup",
    "check": "look for damage in a service's database; it may run",
    "table": "a table for programs: JSON lines on standard input and output",
    "schema": "the JSON Schema of every message to a table and of every answer",
}

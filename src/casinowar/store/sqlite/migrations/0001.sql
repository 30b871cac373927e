-- Frequent rows are appended in the order of writing (a rowid table) and found by a dense index. That
-- writes fewer pages than keeping wide rows in the order of their keys.

CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT;

-- the id of this history; a restored database begins a new history
CREATE TABLE stream (id TEXT NOT NULL) STRICT;
INSERT INTO stream VALUES (lower(hex(randomblob(8))));

CREATE TABLE rules (
    digest TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    table_id TEXT NOT NULL PRIMARY KEY,
    created_ms INTEGER NOT NULL,
    owner TEXT NOT NULL,
    settings TEXT NOT NULL,
    rules TEXT NOT NULL REFERENCES rules,
    version INTEGER NOT NULL,
    share_id TEXT NOT NULL, -- names the rounds of a private table; empty: its own id does
    home TEXT NOT NULL DEFAULT '' -- the process that has it open
) STRICT, WITHOUT ROWID;
-- the list of tables is read page by page, and the tables of one person are counted
CREATE INDEX tables_by_age ON tables (created_ms, table_id);
CREATE INDEX tables_by_owner ON tables (owner);
CREATE INDEX tables_by_home ON tables (home) WHERE home <> '';
CREATE UNIQUE INDEX tables_by_share_id ON tables (share_id) WHERE share_id <> '';

CREATE TABLE seeds (
    table_id TEXT NOT NULL REFERENCES tables,
    shoe INTEGER NOT NULL,
    stream TEXT NOT NULL, -- the history that it was made in
    sealed BLOB NOT NULL,
    PRIMARY KEY (table_id, shoe)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES tables,
    version INTEGER NOT NULL,
    body BLOB NOT NULL,
    head BLOB NOT NULL, -- of the log after so many events; empty: its shoes are not sealed
    PRIMARY KEY (table_id, version)
) STRICT;

CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables,
    version INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    command TEXT NOT NULL,
    reason TEXT NOT NULL,
    given BLOB NOT NULL, -- the command that led to it and to those after it without one
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT;

CREATE TABLE persons (
    person TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    data TEXT NOT NULL,
    sign_in TEXT UNIQUE,
    passphrase TEXT,
    -- holds another role than player; a text in the data cannot match: its quotes are escaped
    staff INTEGER NOT NULL AS (data NOT LIKE '%"roles":["player"]%' AND data NOT LIKE '%"roles":[]%')
) STRICT, WITHOUT ROWID;
CREATE INDEX persons_staff ON persons (sign_in) WHERE staff;

CREATE TABLE sessions (
    digest BLOB NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES persons,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    client TEXT NOT NULL -- what it is used with, in a few words
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_expires ON sessions (expires_ms);

CREATE TABLE accounts (
    number INTEGER NOT NULL PRIMARY KEY,
    account TEXT NOT NULL UNIQUE,
    balance_cents INTEGER NOT NULL,
    -- whose it is: what follows the last slash
    holder TEXT NOT NULL AS (substr(account, length(rtrim(account, replace(account, '/', ''))) + 1))
) STRICT;
CREATE INDEX accounts_holder ON accounts (holder);

CREATE TABLE postings (
    number INTEGER NOT NULL PRIMARY KEY,
    entry INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts,
    cents INTEGER NOT NULL,
    balance_cents INTEGER NOT NULL,
    kind TEXT NOT NULL,
    table_id TEXT NOT NULL,
    version INTEGER NOT NULL
) STRICT;
CREATE INDEX postings_account ON postings (account, number);
CREATE INDEX postings_refill ON postings (account, number) WHERE kind = 'refill';

CREATE TABLE answers (
    person TEXT NOT NULL,
    command TEXT NOT NULL,
    digest BLOB NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (person, command)
) STRICT;

CREATE TABLE once (key TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE rounds (
    table_id TEXT NOT NULL REFERENCES tables,
    round INTEGER NOT NULL,
    first_version INTEGER NOT NULL,
    last_version INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    day TEXT NOT NULL,
    rules TEXT NOT NULL,
    decks INTEGER NOT NULL,
    shoe INTEGER NOT NULL,
    voided INTEGER NOT NULL,
    dealer TEXT NOT NULL,
    PRIMARY KEY (table_id, round)
) STRICT;
CREATE INDEX rounds_time ON rounds (at_ms, table_id, round);
CREATE INDEX rounds_table_time ON rounds (table_id, at_ms, round);

-- the stages of each sealed shoe
CREATE TABLE shoe_steps (
    table_id TEXT NOT NULL REFERENCES tables,
    shoe INTEGER NOT NULL,
    step INTEGER NOT NULL, -- 1 committed, 2 loaded, 3 revealed
    version INTEGER NOT NULL, -- of its event
    at_ms INTEGER NOT NULL,
    contributors INTEGER NOT NULL, -- who opened a value
    withheld INTEGER NOT NULL, -- who sealed one and did not open it
    PRIMARY KEY (table_id, shoe, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE hands (
    table_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    outcome TEXT NOT NULL,
    wagered_cents INTEGER NOT NULL,
    returned_cents INTEGER NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (table_id, round, hand),
    FOREIGN KEY (table_id, round) REFERENCES rounds
) STRICT;
CREATE INDEX hands_time ON hands (at_ms, table_id, round);
CREATE INDEX hands_person ON hands (person, at_ms, table_id, round);

CREATE TABLE notes (
    number INTEGER NOT NULL PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    table_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    person TEXT NOT NULL,
    actor TEXT NOT NULL,
    data TEXT NOT NULL
) STRICT;
CREATE INDEX notes_kind ON notes (kind, number);
CREATE INDEX notes_table ON notes (table_id, number);
CREATE INDEX notes_person ON notes (person, number);

-- documents apart from the tables, by kind: calls for the floor, disputes, progress at school
CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    table_id TEXT NOT NULL, -- empty: about no table
    owner TEXT NOT NULL, -- empty: nobody's
    state TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_state ON documents (kind, state, at_ms, id);
CREATE INDEX documents_time ON documents (kind, at_ms, id);
CREATE INDEX documents_table ON documents (table_id, kind, at_ms, id);
CREATE INDEX documents_owner ON documents (owner, kind, at_ms, id);

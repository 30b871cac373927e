-- The same columns as in SQLite. Text is ordered by its bytes, as there. Frequent rows refer to
-- others without a foreign key: each check of one costs as much as the row itself, and "casinowar
-- check" searches for the faults that a foreign key would forbid.

CREATE TABLE schema_version (version bigint PRIMARY KEY);

-- the id of this history; a restored database begins a new history
CREATE TABLE stream (id text NOT NULL);
INSERT INTO stream VALUES (left(replace(gen_random_uuid()::text, '-', ''), 16));

-- numbers of accounts, postings and notes
CREATE SEQUENCE numbers AS bigint;

CREATE TABLE rules (
    digest text COLLATE "C" PRIMARY KEY,
    body text COLLATE "C" NOT NULL
);

CREATE TABLE tables (
    table_id text COLLATE "C" PRIMARY KEY,
    created_ms bigint NOT NULL,
    owner text COLLATE "C" NOT NULL,
    settings text COLLATE "C" NOT NULL,
    rules text COLLATE "C" NOT NULL REFERENCES rules,
    version bigint NOT NULL,
    share_id text COLLATE "C" NOT NULL, -- names the rounds of a private table; empty: its own id does
    home text COLLATE "C" NOT NULL DEFAULT '' -- the process that has it open
) WITH (fillfactor = 70);
-- the list of tables is read page by page, and the tables of one person are counted
CREATE INDEX tables_by_age ON tables (created_ms, table_id);
CREATE INDEX tables_by_owner ON tables (owner);
CREATE INDEX tables_by_home ON tables (home) WHERE home <> '';
CREATE UNIQUE INDEX tables_by_share_id ON tables (share_id) WHERE share_id <> '';

-- when each process was last alive, by the clock of the server
CREATE TABLE processes (
    name text COLLATE "C" PRIMARY KEY,
    seen timestamptz NOT NULL
);

CREATE TABLE seeds (
    table_id text COLLATE "C" NOT NULL REFERENCES tables,
    shoe bigint NOT NULL,
    stream text COLLATE "C" NOT NULL, -- the history that it was made in
    sealed bytea NOT NULL,
    PRIMARY KEY (table_id, shoe)
);

CREATE TABLE snapshots (
    table_id text COLLATE "C" NOT NULL REFERENCES tables,
    version bigint NOT NULL,
    body bytea NOT NULL,
    head bytea NOT NULL, -- of the log after so many events; empty: its shoes are not sealed
    PRIMARY KEY (table_id, version)
);

CREATE TABLE events (
    table_id text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    at_ms bigint NOT NULL,
    actor text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL,
    given bytea NOT NULL, -- the command that led to it and to those after it without one
    body bytea NOT NULL,
    PRIMARY KEY (table_id, version)
);

CREATE TABLE persons (
    person text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    created_ms bigint NOT NULL,
    data text COLLATE "C" NOT NULL,
    sign_in text COLLATE "C" UNIQUE,
    passphrase text COLLATE "C",
    -- holds another role than player; a text in the data cannot match: its quotes are escaped
    staff boolean GENERATED ALWAYS AS (
        data NOT LIKE '%"roles":["player"]%' AND data NOT LIKE '%"roles":[]%'
    ) STORED
);
CREATE INDEX persons_staff ON persons (sign_in) WHERE staff;

CREATE TABLE sessions (
    digest bytea PRIMARY KEY,
    person text COLLATE "C" NOT NULL REFERENCES persons,
    created_ms bigint NOT NULL,
    expires_ms bigint NOT NULL,
    client text COLLATE "C" NOT NULL -- what it is used with, in a few words
);
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_expires ON sessions (expires_ms);

CREATE TABLE accounts (
    number bigint PRIMARY KEY,
    account text COLLATE "C" NOT NULL UNIQUE,
    balance_cents bigint NOT NULL,
    -- whose it is: what follows the last slash
    holder text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(account, '^.*/', '')) STORED
) WITH (fillfactor = 70);
CREATE INDEX accounts_holder ON accounts (holder);

CREATE TABLE postings (
    number bigint PRIMARY KEY,
    entry bigint NOT NULL,
    at_ms bigint NOT NULL,
    account bigint NOT NULL,
    cents bigint NOT NULL,
    balance_cents bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    version bigint NOT NULL
);
CREATE INDEX postings_account ON postings (account, number);
CREATE INDEX postings_refill ON postings (account, number) WHERE kind = 'refill';

CREATE TABLE answers (
    person text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (person, command)
);

CREATE TABLE once (key text COLLATE "C" PRIMARY KEY);

CREATE TABLE rounds (
    table_id text COLLATE "C" NOT NULL,
    round bigint NOT NULL,
    first_version bigint NOT NULL,
    last_version bigint NOT NULL,
    at_ms bigint NOT NULL,
    day text COLLATE "C" NOT NULL,
    rules text COLLATE "C" NOT NULL,
    decks bigint NOT NULL,
    shoe bigint NOT NULL,
    voided bigint NOT NULL,
    dealer text COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, round)
);
CREATE INDEX rounds_time ON rounds (at_ms, table_id, round);
CREATE INDEX rounds_table_time ON rounds (table_id, at_ms, round);

-- the stages of each sealed shoe
CREATE TABLE shoe_steps (
    table_id text COLLATE "C" NOT NULL,
    shoe bigint NOT NULL,
    step bigint NOT NULL, -- 1 committed, 2 loaded, 3 revealed
    version bigint NOT NULL, -- of its event
    at_ms bigint NOT NULL,
    contributors bigint NOT NULL, -- who opened a value
    withheld bigint NOT NULL, -- who sealed one and did not open it
    PRIMARY KEY (table_id, shoe, step)
);

CREATE TABLE hands (
    table_id text COLLATE "C" NOT NULL,
    round bigint NOT NULL,
    hand bigint NOT NULL,
    at_ms bigint NOT NULL,
    seat bigint NOT NULL,
    person text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    wagered_cents bigint NOT NULL,
    returned_cents bigint NOT NULL,
    detail text COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, round, hand)
);
CREATE INDEX hands_time ON hands (at_ms, table_id, round);
CREATE INDEX hands_person ON hands (person, at_ms, table_id, round);

CREATE TABLE notes (
    number bigint PRIMARY KEY,
    at_ms bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    round bigint NOT NULL,
    person text COLLATE "C" NOT NULL,
    actor text COLLATE "C" NOT NULL,
    data text COLLATE "C" NOT NULL
);
CREATE INDEX notes_kind ON notes (kind, number);
CREATE INDEX notes_table ON notes (table_id, number);
CREATE INDEX notes_person ON notes (person, number);

-- documents apart from the tables, by kind: calls for the floor, disputes, progress at school
CREATE TABLE documents (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    at_ms bigint NOT NULL,
    table_id text COLLATE "C" NOT NULL, -- empty: about no table
    owner text COLLATE "C" NOT NULL, -- empty: nobody's
    state text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    body text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX documents_state ON documents (kind, state, at_ms, id);
CREATE INDEX documents_time ON documents (kind, at_ms, id);
CREATE INDEX documents_table ON documents (table_id, kind, at_ms, id);
CREATE INDEX documents_owner ON documents (owner, kind, at_ms, id);

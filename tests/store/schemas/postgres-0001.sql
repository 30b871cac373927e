-- The same columns as in SQLite. Text is ordered by its bytes, as there. Rows that are written all the
-- time refer to others without a foreign key: every check of one costs as much as the row itself, and
-- "check" looks for what a foreign key would forbid.

CREATE TABLE schema_version (version bigint NOT NULL);

-- numbers of accounts, postings and notes
CREATE SEQUENCE numbers AS bigint;

CREATE TABLE rules (
    digest text COLLATE "C" PRIMARY KEY,
    body text COLLATE "C" NOT NULL,
    mark bigint NOT NULL
);

CREATE TABLE tables (
    table_id text COLLATE "C" PRIMARY KEY,
    created_ms bigint NOT NULL,
    owner text COLLATE "C" NOT NULL,
    settings text COLLATE "C" NOT NULL,
    rules text COLLATE "C" NOT NULL REFERENCES rules,
    mark bigint NOT NULL,
    version bigint NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE seeds (
    table_id text COLLATE "C" NOT NULL REFERENCES tables,
    shoe bigint NOT NULL,
    sealed bytea NOT NULL,
    mark bigint NOT NULL,
    PRIMARY KEY (table_id, shoe)
);

CREATE TABLE snapshots (
    table_id text COLLATE "C" NOT NULL REFERENCES tables,
    version bigint NOT NULL,
    body bytea NOT NULL,
    mark bigint NOT NULL,
    PRIMARY KEY (table_id, version)
);

CREATE TABLE events (
    table_id text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    at_ms bigint NOT NULL,
    actor text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    mark bigint NOT NULL,
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
    mark bigint NOT NULL
);

CREATE TABLE sessions (
    digest bytea PRIMARY KEY,
    person text COLLATE "C" NOT NULL REFERENCES persons,
    created_ms bigint NOT NULL,
    expires_ms bigint NOT NULL
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
    version bigint NOT NULL,
    mark bigint NOT NULL
);
CREATE INDEX postings_account ON postings (account, number);
CREATE INDEX postings_refill ON postings (account, number) WHERE kind = 'refill';

CREATE TABLE answers (
    person text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    body bytea NOT NULL,
    mark bigint NOT NULL,
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
    voided bigint NOT NULL,
    dealer text COLLATE "C" NOT NULL,
    mark bigint NOT NULL,
    PRIMARY KEY (table_id, round)
);
CREATE INDEX rounds_time ON rounds (at_ms, table_id, round);
CREATE INDEX rounds_table_time ON rounds (table_id, at_ms, round);

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
    data text COLLATE "C" NOT NULL,
    mark bigint NOT NULL
);
CREATE INDEX notes_kind ON notes (kind, number);
CREATE INDEX notes_table ON notes (table_id, number);
CREATE INDEX notes_person ON notes (person, number);
INSERT INTO schema_version VALUES (1);
INSERT INTO rules (digest, body, mark) VALUES ('digest', '{"name":"a house","decks":6}', 3538806385);
INSERT INTO tables (table_id, created_ms, owner, settings, rules, mark, version) VALUES ('t1', 1, '', '{"speed":"slow"}', 'digest', 3163431665, 4);
INSERT INTO tables (table_id, created_ms, owner, settings, rules, mark, version) VALUES ('t2', 1, '', '{"speed":"slow"}', 'digest', 3192923606, 1);
INSERT INTO seeds (table_id, shoe, sealed, mark) VALUES ('t1', 1, '\x6f6e65', 2696599479);
INSERT INTO seeds (table_id, shoe, sealed, mark) VALUES ('t1', 2, '\x74776f', 2361172464);
INSERT INTO seeds (table_id, shoe, sealed, mark) VALUES ('t1', 3, '\x7468726565', 1796578027);
INSERT INTO seeds (table_id, shoe, sealed, mark) VALUES ('t2', 1, '\x6f6e65', 2438122794);
INSERT INTO seeds (table_id, shoe, sealed, mark) VALUES ('t2', 2, '\x74776f', 3176446829);
INSERT INTO snapshots (table_id, version, body, mark) VALUES ('t1', 2, '\x7374617465', 674536273);
INSERT INTO snapshots (table_id, version, body, mark) VALUES ('t1', 4, '\x00ff', 3991706411);
INSERT INTO events (table_id, version, at_ms, actor, command, reason, body, mark) VALUES ('t1', 1, 1001, '', '', '', '\x7b226576656e74223a20317d', 1024916098);
INSERT INTO events (table_id, version, at_ms, actor, command, reason, body, mark) VALUES ('t2', 1, 1001, '', '', '', '\x7b226576656e74223a20317d', 1274266559);
INSERT INTO events (table_id, version, at_ms, actor, command, reason, body, mark) VALUES ('t1', 2, 1002, 'p_a', 'c1', '', '\x7b226576656e74223a20327d', 1995975578);
INSERT INTO events (table_id, version, at_ms, actor, command, reason, body, mark) VALUES ('t1', 3, 1003, '', '', '', '\x7b226576656e74223a20337d', 1816443934);
INSERT INTO events (table_id, version, at_ms, actor, command, reason, body, mark) VALUES ('t1', 4, 1004, '', '', '', '\x7b226576656e74223a20347d', 3072021748);
INSERT INTO persons (person, name, version, created_ms, data, sign_in, passphrase, mark) VALUES ('p_a', 'A', 1, 5, '{"roles":["player"],"limits":{}}', NULL, NULL, 1138197687);
INSERT INTO persons (person, name, version, created_ms, data, sign_in, passphrase, mark) VALUES ('p_b', 'B', 1, 5, '{"roles":["player"],"limits":{}}', NULL, NULL, 1378327937);
INSERT INTO sessions (digest, person, created_ms, expires_ms) VALUES ('\x31', 'p_b', 0, 3600000);
INSERT INTO accounts (number, account, balance_cents) VALUES (1, 'grants', -1000);
INSERT INTO accounts (number, account, balance_cents) VALUES (3, 'player/p_a', 995);
INSERT INTO accounts (number, account, balance_cents) VALUES (6, 'chips/t1/p_a', 5);
INSERT INTO postings (number, entry, at_ms, account, cents, balance_cents, kind, table_id, version, mark) VALUES (2, 2, 1000, 1, -1000, -1000, 'moved', '', 0, 831858660);
INSERT INTO postings (number, entry, at_ms, account, cents, balance_cents, kind, table_id, version, mark) VALUES (4, 2, 1000, 3, 1000, 1000, 'moved', '', 0, 1544528096);
INSERT INTO postings (number, entry, at_ms, account, cents, balance_cents, kind, table_id, version, mark) VALUES (5, 5, 7, 3, -5, 995, 'buy_in', 't1', 1, 3573857325);
INSERT INTO postings (number, entry, at_ms, account, cents, balance_cents, kind, table_id, version, mark) VALUES (7, 5, 7, 6, 5, 5, 'buy_in', 't1', 1, 2145885723);
INSERT INTO answers (person, command, digest, body, mark) VALUES ('p_a', 'c1', '\x6469676573742d6f662d796573', '\x796573', 3056136157);
INSERT INTO once (key) VALUES ('refill/p_a/1');
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 1, 1, 1, 1000, '2026-11-16', 'digest', 6, 0, '9c', 3905696824);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 2, 1, 1, 1010, '2026-11-16', 'digest', 6, 0, '9c', 440729721);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 3, 1, 1, 1010, '2026-11-16', 'digest', 6, 0, '9c', 3503139172);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 4, 1, 1, 1020, '2026-11-16', 'digest', 6, 0, '9c', 3614016175);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 5, 1, 1, 1020, '2026-11-16', 'digest', 6, 0, '9c', 349837852);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 6, 1, 1, 1030, '2026-11-16', 'digest', 6, 0, '9c', 2841530502);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 7, 1, 1, 1030, '2026-11-16', 'digest', 6, 1, '9c', 3426513244);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 8, 1, 1, 1040, '2026-11-16', 'digest', 6, 0, '9c', 703540687);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 9, 1, 1, 1040, '2026-11-16', 'digest', 6, 0, '9c', 3739987381);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 10, 1, 1, 1050, '2026-11-16', 'digest', 6, 0, '9c', 40334231);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 11, 1, 1, 1050, '2026-11-16', 'digest', 6, 0, '9c', 3513716241);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 12, 1, 1, 1060, '2026-11-16', 'digest', 6, 0, '9c', 2018488508);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 13, 1, 1, 1060, '2026-11-16', 'digest', 6, 0, '9c', 3788482388);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 14, 1, 1, 1070, '2026-11-16', 'digest', 6, 1, '9c', 1307037730);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 15, 1, 1, 1070, '2026-11-16', 'digest', 6, 0, '9c', 295919321);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 16, 1, 1, 1080, '2026-11-16', 'digest', 6, 0, '9c', 2383308883);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 17, 1, 1, 1080, '2026-11-16', 'digest', 6, 0, '9c', 1668355040);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 18, 1, 1, 1090, '2026-11-16', 'digest', 6, 0, '9c', 2281624149);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 19, 1, 1, 1090, '2026-11-16', 'digest', 6, 0, '9c', 1043948594);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 20, 1, 1, 1100, '2026-11-16', 'digest', 6, 0, '9c', 3842916937);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 21, 1, 1, 1100, '2026-11-16', 'digest', 6, 1, '9c', 2072251009);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 22, 1, 1, 1110, '2026-11-16', 'digest', 6, 0, '9c', 3230866012);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 23, 1, 1, 1110, '2026-11-16', 'digest', 6, 0, '9c', 2448152714);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 24, 1, 1, 1120, '2026-11-16', 'digest', 6, 0, '9c', 2961975145);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 25, 1, 1, 1120, '2026-11-16', 'digest', 6, 0, '9c', 2734870960);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 26, 1, 1, 1130, '2026-11-16', 'digest', 6, 0, '9c', 2273746061);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 27, 1, 1, 1130, '2026-11-16', 'digest', 6, 0, '9c', 587877296);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 28, 1, 1, 1140, '2026-11-16', 'digest', 6, 1, '9c', 4139183980);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 29, 1, 1, 1140, '2026-11-16', 'digest', 6, 0, '9c', 2664583648);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t1', 30, 1, 1, 1150, '2026-11-16', 'digest', 6, 0, '9c', 3867086582);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 1, 1, 1, 1000, '2026-11-16', 'digest', 6, 0, '9c', 2089612790);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 2, 1, 1, 1010, '2026-11-16', 'digest', 6, 0, '9c', 1487109869);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 3, 1, 1, 1010, '2026-11-16', 'digest', 6, 0, '9c', 3540665721);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 4, 1, 1, 1020, '2026-11-16', 'digest', 6, 0, '9c', 2366160335);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 5, 1, 1, 1020, '2026-11-16', 'digest', 6, 0, '9c', 415888364);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 6, 1, 1, 1030, '2026-11-16', 'digest', 6, 0, '9c', 2167083992);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 7, 1, 1, 1030, '2026-11-16', 'digest', 6, 1, '9c', 3415831304);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 8, 1, 1, 1040, '2026-11-16', 'digest', 6, 0, '9c', 1938690735);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 9, 1, 1, 1040, '2026-11-16', 'digest', 6, 0, '9c', 442571952);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 10, 1, 1, 1050, '2026-11-16', 'digest', 6, 0, '9c', 1013201475);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 11, 1, 1, 1050, '2026-11-16', 'digest', 6, 0, '9c', 1744584915);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 12, 1, 1, 1060, '2026-11-16', 'digest', 6, 0, '9c', 900182235);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 13, 1, 1, 1060, '2026-11-16', 'digest', 6, 0, '9c', 3982577165);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 14, 1, 1, 1070, '2026-11-16', 'digest', 6, 1, '9c', 1514051163);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 15, 1, 1, 1070, '2026-11-16', 'digest', 6, 0, '9c', 2542702702);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 16, 1, 1, 1080, '2026-11-16', 'digest', 6, 0, '9c', 3286657076);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 17, 1, 1, 1080, '2026-11-16', 'digest', 6, 0, '9c', 1061245477);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 18, 1, 1, 1090, '2026-11-16', 'digest', 6, 0, '9c', 3149211869);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 19, 1, 1, 1090, '2026-11-16', 'digest', 6, 0, '9c', 281836815);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 20, 1, 1, 1100, '2026-11-16', 'digest', 6, 0, '9c', 2833662510);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 21, 1, 1, 1100, '2026-11-16', 'digest', 6, 1, '9c', 3116968987);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 22, 1, 1, 1110, '2026-11-16', 'digest', 6, 0, '9c', 299284970);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 23, 1, 1, 1110, '2026-11-16', 'digest', 6, 0, '9c', 2345214963);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 24, 1, 1, 1120, '2026-11-16', 'digest', 6, 0, '9c', 4251199246);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 25, 1, 1, 1120, '2026-11-16', 'digest', 6, 0, '9c', 1478106143);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 26, 1, 1, 1130, '2026-11-16', 'digest', 6, 0, '9c', 912390457);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 27, 1, 1, 1130, '2026-11-16', 'digest', 6, 0, '9c', 1844794831);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 28, 1, 1, 1140, '2026-11-16', 'digest', 6, 1, '9c', 3143560971);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 29, 1, 1, 1140, '2026-11-16', 'digest', 6, 0, '9c', 257576604);
INSERT INTO rounds (table_id, round, first_version, last_version, at_ms, day, rules, decks, voided, dealer, mark) VALUES ('t2', 30, 1, 1, 1150, '2026-11-16', 'digest', 6, 0, '9c', 3515690514);
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 1, 0, 1000, 1, 'p_c', 'lost', 100, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 2, 0, 1010, 1, 'p_a', 'war_won', 200, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 2, 1, 1010, 2, 'p_b', 'lost', 200, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 3, 0, 1010, 1, 'p_b', 'won', 300, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 3, 1, 1010, 2, 'p_c', 'won', 300, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 3, 2, 1010, 3, 'p_a', 'won', 300, 450, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":450}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 5, 0, 1020, 1, 'p_a', 'war_won', 100, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 6, 0, 1030, 1, 'p_b', 'won', 200, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 6, 1, 1030, 2, 'p_c', 'won', 200, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 7, 0, 1030, 1, 'p_c', 'lost', 300, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 7, 1, 1030, 2, 'p_a', 'war_won', 300, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 7, 2, 1030, 3, 'p_b', 'won', 300, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 9, 0, 1040, 1, 'p_b', 'won', 100, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 10, 0, 1050, 1, 'p_c', 'lost', 200, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 10, 1, 1050, 2, 'p_a', 'war_won', 200, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 11, 0, 1050, 1, 'p_a', 'war_won', 300, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 11, 1, 1050, 2, 'p_b', 'lost', 300, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 11, 2, 1050, 3, 'p_c', 'won', 300, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 13, 0, 1060, 1, 'p_c', 'lost', 100, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 14, 0, 1070, 1, 'p_a', 'war_won', 200, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 14, 1, 1070, 2, 'p_b', 'lost', 200, 400, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":400}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 15, 0, 1070, 1, 'p_b', 'won', 300, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 15, 1, 1070, 2, 'p_c', 'won', 300, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 15, 2, 1070, 3, 'p_a', 'won', 300, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 17, 0, 1080, 1, 'p_a', 'war_won', 100, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 18, 0, 1090, 1, 'p_b', 'won', 200, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 18, 1, 1090, 2, 'p_c', 'won', 200, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 19, 0, 1090, 1, 'p_c', 'lost', 300, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 19, 1, 1090, 2, 'p_a', 'war_won', 300, 400, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":400}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 19, 2, 1090, 3, 'p_b', 'won', 300, 600, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":600}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 21, 0, 1100, 1, 'p_b', 'won', 100, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 22, 0, 1110, 1, 'p_c', 'lost', 200, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 22, 1, 1110, 2, 'p_a', 'war_won', 200, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 23, 0, 1110, 1, 'p_a', 'war_won', 300, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 23, 1, 1110, 2, 'p_b', 'lost', 300, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 23, 2, 1110, 3, 'p_c', 'won', 300, 450, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":450}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 25, 0, 1120, 1, 'p_c', 'lost', 100, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 26, 0, 1130, 1, 'p_a', 'war_won', 200, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 26, 1, 1130, 2, 'p_b', 'lost', 200, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 27, 0, 1130, 1, 'p_b', 'won', 300, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 27, 1, 1130, 2, 'p_c', 'won', 300, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 27, 2, 1130, 3, 'p_a', 'won', 300, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 29, 0, 1140, 1, 'p_a', 'war_won', 100, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 30, 0, 1150, 1, 'p_b', 'won', 200, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t1', 30, 1, 1150, 2, 'p_c', 'won', 200, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 1, 0, 1000, 1, 'p_c', 'war_won', 100, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 2, 0, 1010, 1, 'p_a', 'won', 200, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 2, 1, 1010, 2, 'p_b', 'war_won', 200, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 3, 0, 1010, 1, 'p_b', 'lost', 300, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 3, 1, 1010, 2, 'p_c', 'lost', 300, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 3, 2, 1010, 3, 'p_a', 'lost', 300, 450, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":450}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 5, 0, 1020, 1, 'p_a', 'won', 100, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 6, 0, 1030, 1, 'p_b', 'lost', 200, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 6, 1, 1030, 2, 'p_c', 'lost', 200, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 7, 0, 1030, 1, 'p_c', 'war_won', 300, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 7, 1, 1030, 2, 'p_a', 'won', 300, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 7, 2, 1030, 3, 'p_b', 'lost', 300, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 9, 0, 1040, 1, 'p_b', 'lost', 100, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 10, 0, 1050, 1, 'p_c', 'war_won', 200, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 10, 1, 1050, 2, 'p_a', 'won', 200, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 11, 0, 1050, 1, 'p_a', 'won', 300, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 11, 1, 1050, 2, 'p_b', 'war_won', 300, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 11, 2, 1050, 3, 'p_c', 'lost', 300, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 13, 0, 1060, 1, 'p_c', 'war_won', 100, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 14, 0, 1070, 1, 'p_a', 'won', 200, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 14, 1, 1070, 2, 'p_b', 'war_won', 200, 400, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":400}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 15, 0, 1070, 1, 'p_b', 'lost', 300, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 15, 1, 1070, 2, 'p_c', 'lost', 300, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 15, 2, 1070, 3, 'p_a', 'lost', 300, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 17, 0, 1080, 1, 'p_a', 'won', 100, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 18, 0, 1090, 1, 'p_b', 'lost', 200, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 18, 1, 1090, 2, 'p_c', 'lost', 200, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 19, 0, 1090, 1, 'p_c', 'war_won', 300, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 19, 1, 1090, 2, 'p_a', 'won', 300, 400, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":400}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 19, 2, 1090, 3, 'p_b', 'lost', 300, 600, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":600}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 21, 0, 1100, 1, 'p_b', 'lost', 100, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 22, 0, 1110, 1, 'p_c', 'war_won', 200, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 22, 1, 1110, 2, 'p_a', 'won', 200, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 23, 0, 1110, 1, 'p_a', 'won', 300, 150, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":150}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 23, 1, 1110, 2, 'p_b', 'war_won', 300, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 23, 2, 1110, 3, 'p_c', 'lost', 300, 450, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":450}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 25, 0, 1120, 1, 'p_c', 'war_won', 100, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 26, 0, 1130, 1, 'p_a', 'won', 200, 50, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":50}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 26, 1, 1130, 2, 'p_b', 'war_won', 200, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 27, 0, 1130, 1, 'p_b', 'lost', 300, 100, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":100}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 27, 1, 1130, 2, 'p_c', 'lost', 300, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 27, 2, 1130, 3, 'p_a', 'lost', 300, 300, '{"cards":["Kh"],"wagers":{"initial":{"staked":300,"returned":300}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 29, 0, 1140, 1, 'p_a', 'won', 100, 200, '{"cards":["Kh"],"wagers":{"initial":{"staked":100,"returned":200}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 30, 0, 1150, 1, 'p_b', 'lost', 200, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":0}}}');
INSERT INTO hands (table_id, round, hand, at_ms, seat, person, outcome, wagered_cents, returned_cents, detail) VALUES ('t2', 30, 1, 1150, 2, 'p_c', 'lost', 200, 0, '{"cards":["Kh"],"wagers":{"initial":{"staked":200,"returned":0}}}');
INSERT INTO notes (number, at_ms, kind, table_id, round, person, actor, data, mark) VALUES (8, 7, 'big_win', 't1', 1, 'p_a', '', '{"x":1}', 3810554390);
SELECT setval('numbers', 1000);

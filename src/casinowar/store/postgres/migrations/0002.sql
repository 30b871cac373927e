-- the list of tables is read page by page, and the tables of one person are counted

CREATE INDEX tables_by_age ON tables (created_ms, table_id);
CREATE INDEX tables_by_owner ON tables (owner);

-- what a session is used with, in a few words, so that people can tell theirs apart

ALTER TABLE sessions ADD COLUMN client text NOT NULL DEFAULT '';

"""Records: files of events, their verification, rounds from files, hands rebuilt from the rack."""

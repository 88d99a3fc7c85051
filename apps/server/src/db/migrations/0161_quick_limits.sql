-- How often somebody did something in the last minutes need not outlive a crash of the database, and costs no wait for
-- the disk this way. It does outlive every ordinary stop.
alter table rate_limits set unlogged;

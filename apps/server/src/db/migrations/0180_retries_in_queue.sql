-- Of a job that is held until tomorrow only what was tried before may leave today: found at every claim without going
-- through all of its messages that wait.
create index recipients_retries on recipients (job_id, next_at) where state = 'queued' and attempts > 0;

-- A session's token is replaced from time to time. The one before stays known, so that its use by whoever stole it
-- is noticed and ends the session.
alter table sessions
  add column previous_hash text,
  add column rotated_at timestamptz,
  -- When the new token was used first: from then on the one before is nobody's.
  add column confirmed_at timestamptz;
create unique index sessions_previous on sessions (previous_hash) where previous_hash is not null;

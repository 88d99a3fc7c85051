-- What an operator watches an installation by.

-- Messages of campaigns by what became of them, counted since the first. Each process adds its own every second.
-- small table: a row for each outcome
create table message_outcomes (
  outcome text primary key,
  messages bigint not null,
  last_at timestamptz not null
);

-- When the mail server of MAIL_SMTP_URL last took a message, and when a message last couldn't be handed to it.
-- small table: one row
create table mail_server_state (
  is_only boolean primary key default true check (is_only),
  accepted_at timestamptz,
  failed_at timestamptz
);

-- What the operator gets letters about. A row stays, so that there is at most one letter an hour for each cause.
-- small table: a row for each cause
create table installation_troubles (
  cause text primary key,
  -- Null while all is well.
  since timestamptz,
  -- When it had lasted long enough to be told.
  noticed_at timestamptz,
  -- When the last letter about its beginning was written.
  told_at timestamptz,
  looked_at timestamptz not null
);

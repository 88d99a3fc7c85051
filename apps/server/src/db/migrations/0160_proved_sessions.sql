-- When the password was last shown again in a session: the address and the account itself change only soon after that,
-- or after the login.
alter table sessions add column proved_at timestamptz;

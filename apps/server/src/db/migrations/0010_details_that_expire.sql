-- Details of businesses that may be kept only for a time, as their source's terms say.
alter table businesses add column expires_at timestamptz;
create index businesses_expiry on businesses (expires_at, place_id) where expires_at is not null;

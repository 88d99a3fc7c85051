-- A suspended account does nothing until the operator opens it again; its organizations neither.
alter table users
  add column suspended_at timestamptz,
  -- The operator's words, shown to the person.
  add column suspension_reason text,
  add column last_login_at timestamptz;

update users set last_login_at = known.at
from (select user_id, max(created_at) as at from sessions group by user_id) as known
where known.user_id = users.id;

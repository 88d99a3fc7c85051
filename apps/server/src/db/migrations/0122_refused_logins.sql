-- How many logins were refused in each hour, and why: the operator sees when somebody tries passwords. Nobody is named.
create table refused_logins (
  hour timestamptz not null,
  reason text not null,
  logins integer not null,
  primary key (hour, reason)
);

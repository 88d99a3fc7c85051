-- The bytes of a file that waits to be imported, so that it can be read again in another encoding.
create table import_files (
  id bigint generated always as identity primary key,
  owner_id uuid not null references owners on delete cascade,
  import_id uuid not null references imports on delete cascade,
  content bytea not null
);
create index import_files_owner on import_files (owner_id, id);
create index import_files_import on import_files (import_id, id);

alter table imports
  add column encoding_uncertain boolean not null default false,
  add column encoding_examples jsonb not null default '[]';

-- Why a row can't be read, whatever its columns hold.
alter table import_rows add column fault text;

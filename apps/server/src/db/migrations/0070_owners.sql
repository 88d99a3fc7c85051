-- Whose rows they are: a person, or an organization that a person answers for. A person is an owner with their own id.
create table owners (
  id uuid primary key,
  person_id uuid not null references users on delete cascade
);
create index owners_person on owners (person_id);
insert into owners (id, person_id) select id, id from users;

create function own_oneself() returns trigger language plpgsql as $$
begin
  insert into owners (id, person_id) values (new.id, new.id);
  return new;
end $$;
create trigger users_own_themselves after insert on users for each row execute function own_oneself();

-- Rows of a table with an owner go with the owner, not only with a person.
do $$
declare
  found record;
begin
  for found in
    select c.conname, c.conrelid::regclass as held_by
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and a.attname = 'owner_id'
      and cardinality(c.conkey) = 1
  loop
    execute format('alter table %s drop constraint %I', found.held_by, found.conname);
    execute format(
      'alter table %s add constraint %I foreign key (owner_id) references owners on delete cascade',
      found.held_by, found.conname
    );
  end loop;
end $$;

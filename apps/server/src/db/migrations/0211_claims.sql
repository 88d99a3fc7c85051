-- Which worker holds a message, and whether its body is leaving: a narrow row of its own for as long as that takes. In
-- `recipients` each of these moves wrote a wide row and all of its indexes anew, three times a message; now that row
-- changes once, when it is known what became of the message.
create table claims (
  owner_id uuid not null references owners on delete cascade,
  recipient_id uuid not null,
  job_id uuid not null,
  campaign_id uuid,
  worker_id text not null,
  server_group text,
  attempts integer not null,
  claimed_at timestamptz not null,
  first_tried_at timestamptz not null,
  transmitting_at timestamptz,
  primary key (owner_id, recipient_id)
) with (fillfactor = 50);

-- Workers of the last release mark a message as claimed in its own row. What is claimed here is passed over.
create function keep_claim() returns trigger language plpgsql as $$
begin
  if exists (select 1 from claims c where c.owner_id = new.owner_id and c.recipient_id = new.id) then
    return null;
  end if;
  return new;
end $$;
create trigger recipients_keep_claim before update of state on recipients
  for each row when (new.state = 'claimed') execute function keep_claim();

-- Messages never go but with their owner, as their attempts do: looking each up again cost a tenth of what it takes to
-- write down that it was sent.
-- old code survives: it writes what it wrote.
alter table send_attempts drop constraint send_attempts_recipient_id_fkey;

-- The last step before bodies leave, asked for once for every few messages: a function's plans are kept by each
-- connection, where the same statement took three times as long to plan as to run. A plan that was made while `claims`
-- stood empty must not go through all that a minute of sending leaves behind, so it never reads a table from end to end.
--
-- Marks the messages whose claim still holds, who are not suppressed and whom no pause holds back, whichever worker wrote
-- it down. `hashes` are of addresses and domains, each with its message's id in `hashed`. What a cancellation holds at
-- this moment is passed over, so the two never wait for each other.
create function mark_transmitting(
  owner uuid, worker text, marked_at timestamptz, ids uuid[], hashed uuid[], hashes text[]
) returns setof uuid language plpgsql set enable_seqscan = off as $$
begin
  return query
    update claims c set transmitting_at = marked_at
    where c.owner_id = owner and c.recipient_id = any(array(
      select held.recipient_id from claims held
      where held.owner_id = owner and held.recipient_id = any(ids) and held.worker_id = worker
        and held.transmitting_at is null
        and not exists (
          select 1 from sending_pauses p
          where p.owner_id = owner and p.lifted_at is null
            and (p.campaign_id is null or p.campaign_id = held.campaign_id))
        and exists (select 1 from send_jobs j where j.id = held.job_id)
        and held.recipient_id not in (
          select asked.id from unnest(hashed, hashes) as asked (id, hash)
          join suppressions s on s.owner_id = owner and s.hash = asked.hash and s.lifted_at is null)
      for update of held skip locked))
    returning c.recipient_id;
end $$;

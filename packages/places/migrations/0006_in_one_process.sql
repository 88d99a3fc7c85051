-- True, and nothing of it is left in a plan; but a statement that has it is never spread over several processes of the
-- database: with more than one large region the planner would start some for each search, which takes ten times as long
-- as the search.
create function places.in_one_process() returns boolean
language sql immutable parallel unsafe
as 'select true';

-- Long lists sorted by name are read in that order: to sort them anew for every page takes longer than one waits
-- while typing. Word for word the expressions that the lists are sorted by.
create index prospects_by_name on prospects (owner_id, (lower(coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email)) collate "und-x-icu"), id);
create index businesses_by_name on businesses (table_id, (lower(name) collate "und-x-icu"), id);
create index businesses_by_address on businesses (table_id, (lower(address) collate "und-x-icu"), id);

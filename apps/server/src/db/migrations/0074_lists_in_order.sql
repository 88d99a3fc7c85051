-- As 0073 for the other orders of the list of prospects that would be sorted anew for every page.
create index prospects_by_business on prospects (owner_id, (lower(coalesce(business_name, '')) collate "und-x-icu"), id);
create index prospects_by_last_contact on prospects (owner_id, (coalesce(last_contact, '-infinity'::timestamptz)), id);

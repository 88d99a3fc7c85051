-- As 0074 for the list of prospects sorted by their business table: of each table its first rows are read in order,
-- and those of no table by themselves.
create index prospects_in_table on prospects (business_table_id, id);
create index prospects_in_no_table on prospects (owner_id, id) where business_table_id is null;

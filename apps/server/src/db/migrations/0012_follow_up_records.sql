-- With which sender a message leaves: follow-ups keep that of the template.
alter table recipients add column from_name text;
alter table recipients add column from_address text;
alter table recipients add column reply_to text;

-- Who left a campaign still counts among those who stopped: the enrolment keeps the id of its former recipient.
-- old code survives: it joins such rows to nothing.
alter table enrolments drop constraint enrolments_campaign_prospect_id_fkey;

-- When follow-ups that may have left after the backup was taken were passed over. Sending waits for it.
alter table installation_holds add column settled_at timestamptz;
update installation_holds set settled_at = at;

-- With which sender a message leaves: follow-ups keep that of the template.
alter table recipients add column from_name text;
alter table recipients add column from_address text;
alter table recipients add column reply_to text;

-- Days of the sending window on which no campaign mail leaves, such as '2026-12-25'.
alter table sending_paces add column days_off text[] not null default '{}';

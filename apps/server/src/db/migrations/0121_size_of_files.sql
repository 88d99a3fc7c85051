-- How much of the disk an account takes. What was uploaded before counts as nothing.
alter table signature_images add column bytes integer not null default 0;
alter table support_requests add column screenshot_bytes integer not null default 0;

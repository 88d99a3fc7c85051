-- New since: languages and trades, the greatest age of a send, replaced session tokens.
update recipients set language = 'en';
update businesses set category = 'bakery';
update campaigns set max_age_hours = 120;
update sessions set previous_hash = 'an-older-hash', rotated_at = '2026-03-01 09:30+00';

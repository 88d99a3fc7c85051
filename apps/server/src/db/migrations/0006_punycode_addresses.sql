-- Addresses stored as they were typed get their domain in punycode, in lower case, and lose their invisible characters. A
-- row that would collide with another stays as it is.

create function pg_temp.punycode(label text) returns text
  language plpgsql immutable
  as $$
declare
  -- RFC 3492, section 6.3.
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  codes constant int[] := array(select ascii(sign) from unnest(string_to_array(label, null)) with ordinality t (sign, at) order by at);
  coded text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  basic constant int := length(coded);
  done int := basic;
  n int := 128;
  delta int := 0;
  bias int := 72;
  code int;
  next_code int;
  q int;
  k int;
  threshold int;
begin
  if basic = cardinality(codes) then
    return label;
  end if;
  if basic > 0 then
    coded := coded || '-';
  end if;
  while done < cardinality(codes) loop
    next_code := (select min(c) from unnest(codes) c where c >= n);
    delta := delta + (next_code - n) * (done + 1);
    n := next_code;
    foreach code in array codes loop
      if code < n then
        delta := delta + 1;
      elsif code = n then
        q := delta;
        k := 36;
        loop
          threshold := least(26, greatest(1, k - bias));
          exit when q < threshold;
          coded := coded || substr(digits, threshold + (q - threshold) % (36 - threshold) + 1, 1);
          q := (q - threshold) / (36 - threshold);
          k := k + 36;
        end loop;
        coded := coded || substr(digits, q + 1, 1);
        delta := delta / (case when done = basic then 700 else 2 end);
        delta := delta + delta / (done + 1);
        k := 0;
        while delta > 455 loop
          delta := delta / 35;
          k := k + 36;
        end loop;
        bias := k + 36 * delta / (delta + 38);
        delta := 0;
        done := done + 1;
      end if;
    end loop;
    delta := delta + 1;
    n := n + 1;
  end loop;
  return 'xn--' || coded;
end $$;

-- '@größe.example' stands for a domain.
create function pg_temp.normal_address(stored text) returns text
  language plpgsql immutable
  as $$
declare
  visible constant text := btrim(regexp_replace(stored, '[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'), E' \t\r\n\u00a0');
  typed constant text := substring(visible from '@([^@]*)$');
  mapped constant text := lower(normalize(translate(lower(typed collate "und-x-icu"), '。｡', '..'), nfkc));
  domain constant text := (
    select string_agg(pg_temp.punycode(label), '.' order by at)
    from unnest(string_to_array(mapped, '.')) with ordinality t (label, at)
  );
begin
  if domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$' then
    return stored;
  end if;
  return left(visible, length(visible) - length(typed)) || domain;
end $$;

do $$
declare
  place record;
  stored record;
begin
  for place in
    select * from (values
      ('users', 'email'),
      ('users', 'pending_email'),
      ('account_tokens', 'email'),
      ('organization_invitations', 'email'),
      ('mailing_list_subscribers', 'email'),
      ('prospects', 'email'),
      ('campaign_prospects', 'email'),
      ('suppressions', 'email')
    ) t (of_table, of_column)
  loop
    for stored in execute format(
      'select id, pg_temp.normal_address(%1$I) as address from %2$I where %1$I ~ ''[^\x01-\x7f]'' and %1$I <> pg_temp.normal_address(%1$I)',
      place.of_column, place.of_table)
    loop
      begin
        if place.of_table = 'suppressions' then
          -- Entries are compared by their hash.
          update suppressions
            set email = lower(stored.address), hash = encode(sha256(convert_to(lower(stored.address), 'UTF8')), 'hex')
            where id = stored.id;
        else
          execute format('update %I set %I = $1 where id = $2', place.of_table, place.of_column)
            using stored.address, stored.id;
        end if;
      exception when unique_violation then
        null;
      end;
    end loop;
  end loop;
end $$;

-- The trigger of prospects took this for a change by hand.
update prospects set found_email = null where found_email ~ '[^\x01-\x7f]' and pg_temp.normal_address(found_email) = email;

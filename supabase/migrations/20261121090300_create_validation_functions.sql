/*
 * Validation of requests, texts and addresses, and the responses of functions.
 *
 * src/shared/text.ts, src/features/orders/address.ts and src/features/orders/phone.ts do the same in
 * the browser. tests/parity and the tables of cases in tests/support compare both.
 */
create function private.respond(status integer, body jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return body;
end
$$;
comment on function private.respond(integer, jsonb) is
  'Returns the body and sets the HTTP status, for PostgREST. No response is cached.';

create function private.respond_refusal(status integer, code text, field text default null)
returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond(
    status,
    jsonb_strip_nulls(jsonb_build_object('ok', false, 'code', code, 'field', field))
  )
$$;
comment on function private.respond_refusal(integer, text, text) is
  'Responds with the code of a refusal. Not an error, so that the function decides the HTTP status.';

-- Volatile: the planner evaluates an immutable call with constants, and would raise the error early.
create function private.refuse(code text, field text default null) returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise exception using errcode = 'SH422', message = code, detail = coalesce(field, '');
end
$$;
comment on function private.refuse(text, text) is
  'Raises an error with a code that the browser knows, and the field it is about.';

create function private.is_read_only() returns boolean
language sql stable set search_path = '' as $$
  select current_setting('transaction_read_only') = 'on'
$$;
comment on function private.is_read_only() is
  'Whether the request came by GET, where nothing can be counted.';

create function private.check_request(p jsonb, max_bytes integer, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  unknown_field text;
begin
  if private.is_read_only() then
    return private.respond_refusal(405, 'use_post');
  end if;
  if jsonb_typeof(p) is distinct from 'object' then
    return private.respond_refusal(400, 'bad_request');
  end if;
  if pg_column_size(p) > max_bytes then
    return private.respond_refusal(413, 'too_large');
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(p) as key
  where key <> all (fields);
  if found then
    return private.respond_refusal(400, 'unknown_field', unknown_field);
  end if;
  return null;
end
$$;
comment on function private.check_request(jsonb, integer, text[]) is
  'Refuses a request that is no object, too large or has an unknown field. Otherwise returns null.';

create function private.clean_text(typed text) returns text
language sql immutable set search_path = '' as $$
  -- The normal form is made last: a bidirectional mark can separate a letter from its accent, and
  -- cleaning a cleaned text must not change it.
  select btrim(normalize(regexp_replace(
    -- Bidirectional marks, which can disguise a name.
    regexp_replace(typed, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
    -- Controls, line ends and the spaces of other scripts.
    '[\u0001-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+',
    ' ', 'g'
  ), nfc))
$$;
-- write_order_history() cleans the tracking number with the rights of the admin.
grant execute on function private.clean_text(text) to authenticated;
comment on function private.clean_text(text) is
  'One line in Unicode normal form C, without bidirectional marks, trimmed.';

create function private.clean_lines(typed text) returns text
language sql immutable set search_path = '' as $$
  -- Like private.clean_text(), line by line, but without the normal form: it takes a second to make
  -- for thousands of combining marks in a row.
  select btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(typed, '\r\n|[\r\u2028\u2029]', E'\n', 'g'),
          '[\u202A-\u202E\u2066-\u2069]', '', 'g'
        ),
        '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\uFEFF]+',
        ' ', 'g'
      ),
      ' *\n *', E'\n', 'g'
    ),
    E' \n'
  )
$$;
comment on function private.clean_lines(text) is
  'Text of several lines, without bidirectional marks, trimmed.';

create function private.is_blank(cleaned text) returns boolean
language sql immutable set search_path = '' as $$
  -- Characters that print nothing. Some are valid inside Urdu words, but not alone.
  select cleaned ~ ('^[ \u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F'
    || '\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]*$')
$$;
comment on function private.is_blank(text) is 'Whether a cleaned text has no visible character.';

create function private.fold_digits(typed text) returns text
language sql immutable set search_path = '' as $$
  select translate(typed, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９', '012345678901234567890123456789')
$$;
comment on function private.fold_digits(text) is
  'Replaces Arabic-Indic, Urdu and full-width digits by ASCII digits.';

create function private.digits(typed text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(private.fold_digits(typed), '[^0-9]', '', 'g')
$$;
comment on function private.digits(text) is 'The digits of a text, as ASCII digits.';

create function private.phone_digits(phone text) returns text
language sql immutable set search_path = '' as $$
  -- The country code and the zeros before an area code are dropped only where at least nine digits
  -- are left: 092 is an area code too.
  select regexp_replace(
    regexp_replace(private.digits(coalesce(phone, '')), '^0*92(?=0?[0-9]{9})', ''),
    '^0+(?=[0-9]{9})', ''
  )
$$;
comment on function private.phone_digits(text) is
  'The digits of a phone without the country code of Pakistan and the zeros before an area code.';

create function private.phone_key(phone text) returns text
language sql immutable set search_path = '' as $$
  select right(private.phone_digits(phone), 10)
$$;
-- The generated columns of orders are computed with the rights of the admin.
grant execute on function private.fold_digits(text) to authenticated;
grant execute on function private.digits(text) to authenticated;
grant execute on function private.phone_digits(text) to authenticated;
grant execute on function private.phone_key(text) to authenticated;
comment on function private.phone_key(text) is
  'The last ten digits of the national number: decides whether two phones are the same.';

create function private.address_fields()
returns table (field text, max_length integer, mask text, erased text)
language sql immutable set search_path = '' as $$
  values
    ('fullName', 100, 'first letter', 'Erased'),
    ('address', 300, 'hidden', '—'),
    ('city', 100, null, '—'),
    ('state', 100, null, '—'),
    -- The pattern of the postal code counts its characters.
    ('postalCode', null, 'hidden', '—'),
    ('country', 100, null, '—'),
    ('phone', 40, 'last digits', '—')
$$;
comment on function private.address_fields() is
  'The fields of an address in order: length in characters, how each is masked, and its erased text.';

create function private.clean_field(field text, typed jsonb, max_length integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text;
begin
  -- Before normalize(), which takes seconds for a long text of combining marks. Browsers send cleaned text.
  if length(typed #>> '{}') > 1000 then
    perform private.refuse('too_long', field);
  end if;
  cleaned := private.clean_text(typed #>> '{}');
  if private.is_blank(cleaned) then
    return null;
  end if;
  if field in ('phone', 'secondPhone', 'postalCode') then
    cleaned := private.fold_digits(cleaned);
  end if;
  if length(cleaned) > max_length then
    perform private.refuse('too_long', field);
  end if;
  if field in ('phone', 'secondPhone') and length(private.digits(cleaned)) not between 10 and 15 then
    perform private.refuse('phone_invalid', field);
  end if;
  return cleaned;
end
$$;
comment on function private.clean_field(text, jsonb, integer) is
  'A text of one line as it is saved, null where it is blank. Refuses a long one, and an invalid phone.';

create function private.clean_address_field(field text, typed jsonb, max_length integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text;
begin
  if jsonb_typeof(typed) = 'string' then
    cleaned := private.clean_field(field, typed, max_length);
  end if;
  if cleaned is null then
    perform private.refuse('required', field);
  end if;
  if field = 'postalCode' and cleaned !~ '^[A-Za-z0-9 -]{3,10}$' then
    perform private.refuse('postal_invalid', field);
  end if;
  return cleaned;
end
$$;
comment on function private.clean_address_field(text, jsonb, integer) is
  'One field of an address as it is saved. Refuses an invalid one.';

create function private.clean_address(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  unknown_field text;
  field_name text;
  length_limit integer;
  cleaned jsonb := '{}'::jsonb;
begin
  if jsonb_typeof(typed) is distinct from 'object' then
    perform private.refuse('address_invalid');
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(typed) as key
  where key not in (select field from private.address_fields());
  if found then
    perform private.refuse('unknown_field', unknown_field);
  end if;
  for field_name, length_limit in select field, max_length from private.address_fields() loop
    cleaned := cleaned || jsonb_build_object(
      field_name, private.clean_address_field(field_name, typed -> field_name, length_limit)
    );
  end loop;
  return cleaned;
end
$$;
comment on function private.clean_address(jsonb) is
  'An address as it is saved: exactly its fields, each cleaned. Refuses an invalid one.';

create function private.erased_address() returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(field, erased) from private.address_fields()
$$;
comment on function private.erased_address() is 'The address of an erased order.';

create function private.is_erased(address jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- No valid address has this phone: clean_address() requires ten digits.
  select coalesce(address ->> 'phone' = '—', false)
$$;
-- The triggers of orders call this with the rights of the admin.
grant execute on function private.is_erased(jsonb) to authenticated;
comment on function private.is_erased(jsonb) is 'Whether an address is erased.';

create function private.mask_address(address jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when private.is_erased(address) then address else (
    select jsonb_object_agg(field, case mask
      when 'first letter' then left(address ->> field, 1) || '•••'
      when 'last digits' then '•••' || right(private.digits(address ->> field), 3)
      when 'hidden' then '•••'
      else address ->> field
    end)
    from private.address_fields()
  ) end
$$;
comment on function private.mask_address(jsonb) is
  'What a caller who only knows the id of an order may see of its address.';

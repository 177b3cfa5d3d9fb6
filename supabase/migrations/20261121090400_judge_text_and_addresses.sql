/*
 * What people type, made plain and judged. src/shared/text.ts and src/features/checkout/address.ts
 * do the same in the browser: tests/support/address-cases.ts holds both to one table of cases.
 */
-- Volatile: the planner computes an immutable call with constants, and would raise while it plans.
create function private.refuse(code text, field text default null) returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise exception using errcode = 'SH422', message = code, detail = coalesce(field, '');
end
$$;
comment on function private.refuse(text, text) is
  'Ends the judging of an order with a code that the browser knows, and the field it is about.';

create function private.clean_text(typed text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(
    -- Marks that turn the reading order around, and so can disguise a name.
    regexp_replace(normalize(typed, nfc), '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
    -- Controls, line ends and the spaces of other scripts.
    '[\u0001-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+',
    ' ', 'g'
  ))
$$;
-- The history of an order cleans its tracking number with the rights of the admin.
grant execute on function private.clean_text(text) to authenticated;
comment on function private.clean_text(text) is
  'One line in one normal form, without characters that reorder it, trimmed.';

create function private.is_blank(cleaned text) returns boolean
language sql immutable set search_path = '' as $$
  -- Characters that print nothing. Some belong inside Urdu words, but alone they say nothing.
  select cleaned ~ ('^[ \u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F'
    || '\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]*$')
$$;
comment on function private.is_blank(text) is 'Whether nothing of a cleaned text can be seen.';

create function private.fold_digits(cleaned text) returns text
language sql immutable set search_path = '' as $$
  select translate(cleaned, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９', '012345678901234567890123456789')
$$;
comment on function private.fold_digits(text) is
  'Arabic-Indic, Urdu and full-width digits as the plain ones.';

create function private.digits(phone text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(phone, '[^0-9]', '', 'g')
$$;
comment on function private.digits(text) is 'The digits of a phone number, without what stands between.';

create function private.clean_address_field(field text, typed jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text;
begin
  -- Before normalize(), which takes seconds for a long text of combining marks. A browser sends cleaned text.
  if length(typed #>> '{}') > 1000 then
    perform private.refuse('too_long', field);
  end if;
  cleaned := private.clean_text(typed #>> '{}');
  if jsonb_typeof(typed) is distinct from 'string' or private.is_blank(cleaned) then
    perform private.refuse('required', field);
  end if;
  if field in ('phone', 'postalCode') then
    cleaned := private.fold_digits(cleaned);
  end if;
  -- The postal code's own pattern counts its characters.
  if field <> 'postalCode'
    and length(cleaned) > (case field when 'address' then 300 when 'phone' then 40 else 100 end) then
    perform private.refuse('too_long', field);
  end if;
  if field = 'phone' and length(private.digits(cleaned)) not between 10 and 15 then
    perform private.refuse('phone_invalid', field);
  end if;
  if field = 'postalCode' and cleaned !~ '^[A-Za-z0-9 -]{3,10}$' then
    perform private.refuse('postal_invalid', field);
  end if;
  return cleaned;
end
$$;
comment on function private.clean_address_field(text, jsonb) is
  'One field of an address as it is stored; refuses what would not reach a door.';

create function private.clean_address(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  fields constant text[] :=
    array['fullName', 'address', 'city', 'state', 'postalCode', 'country', 'phone'];
  field text;
  cleaned jsonb := '{}'::jsonb;
begin
  if jsonb_typeof(typed) is distinct from 'object' then
    perform private.refuse('address_invalid');
  end if;
  for field in select jsonb_object_keys(typed) loop
    if field <> all (fields) then
      perform private.refuse('unknown_field', left(field, 40));
    end if;
  end loop;
  foreach field in array fields loop
    cleaned := cleaned
      || jsonb_build_object(field, private.clean_address_field(field, typed -> field));
  end loop;
  return cleaned;
end
$$;
comment on function private.clean_address(jsonb) is
  'An address as it is stored: exactly its seven fields, each cleaned; refuses what is not one.';

create function private.erased_address() returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'fullName', 'Erased', 'address', '—', 'city', '—', 'state', '—', 'postalCode', '—',
    'country', '—', 'phone', '—'
  )
$$;
comment on function private.erased_address() is 'What stands in place of an erased address.';

create function private.is_erased(address jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- No address that was typed has this phone: clean_address() wants ten digits.
  select coalesce(address ->> 'phone' = '—', false)
$$;
-- The triggers of orders ask this with the rights of the admin.
grant execute on function private.is_erased(jsonb) to authenticated;
comment on function private.is_erased(jsonb) is 'Whether an address is erased.';

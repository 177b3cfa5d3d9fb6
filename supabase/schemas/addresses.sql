/*
 * The address of a parcel, and what a customer may add to it: a landmark, a second phone and a note to the
 * rider. src/order/address/address.ts has the same fields.
 */

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

create function private.clean_extra(field text, typed jsonb, max_length integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(typed) not in ('string', 'null') then
    perform private.refuse('extras_invalid', field);
  end if;
  return private.clean_field(field, typed, max_length);
end
$$;
comment on function private.clean_extra(text, jsonb, integer) is
  'One extra as it is saved, null where it is blank. Refuses an invalid one.';

create function private.clean_extras(typed jsonb)
returns table (landmark text, second_phone text, rider_note text)
language plpgsql immutable set search_path = '' as $$
declare
  unknown_field text;
begin
  if jsonb_typeof(typed) is distinct from 'object' then
    perform private.refuse('extras_invalid');
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(typed) as key
  where key not in ('landmark', 'secondPhone', 'riderNote');
  if found then
    perform private.refuse('unknown_field', unknown_field);
  end if;
  return query select
    private.clean_extra('landmark', typed -> 'landmark', 120),
    private.clean_extra('secondPhone', typed -> 'secondPhone', 40),
    private.clean_extra('riderNote', typed -> 'riderNote', 200);
end
$$;
comment on function private.clean_extras(jsonb) is
  'Landmark, second phone and note to the rider as they are saved. Refuses invalid ones.';

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

/* The address of a parcel. src/order/address/address.ts has the same fields. */

create function private.address_fields()
returns table (field text, required boolean, max_length integer, mask text, erased_text text)
language sql immutable set search_path = '' as $$
  values
    ('fullName', true, 100, 'first letter', 'Erased'),
    ('address', true, 300, 'hidden', '—'),
    ('city', true, 100, null, '—'),
    ('state', true, 100, null, '—'),
    -- The pattern of the postal code counts its characters.
    ('postalCode', true, null, 'hidden', '—'),
    ('country', true, 100, null, '—'),
    ('phone', true, 40, 'last digits', '—'),
    ('landmark', false, 120, null, null),
    ('secondPhone', false, 40, null, null),
    ('riderNote', false, 200, null, null)
$$;
comment on function private.address_fields() is
  'The fields of an address in order: whether each is required, its length in characters, how it is masked, and
its erased text. The optional ones are the extras of an order; its holder sees them, and erasing removes them.';

create function private.clean_address(typed jsonb, are_required boolean default true) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  unknown_field text;
  rule record;
  part text;
  cleaned jsonb := '{}'::jsonb;
begin
  if jsonb_typeof(typed) is distinct from 'object' then
    if are_required then
      perform private.refuse('address_invalid');
    end if;
    perform private.refuse('extras_invalid');
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(typed) as key
  where key not in (select field from private.address_fields() where required = are_required);
  if found then
    perform private.refuse('unknown_field', unknown_field);
  end if;
  for rule in select * from private.address_fields() where required = are_required loop
    part := null;
    if jsonb_typeof(typed -> rule.field) = 'string' then
      part := private.clean_field(rule.field, typed -> rule.field, rule.max_length);
    elsif not rule.required and jsonb_typeof(typed -> rule.field) <> 'null' then
      perform private.refuse('extras_invalid', rule.field);
    end if;
    if rule.required and part is null then
      perform private.refuse('required', rule.field);
    end if;
    if rule.field = 'postalCode' and part !~ '^[A-Za-z0-9 -]{3,10}$' then
      perform private.refuse('postal_invalid', rule.field);
    end if;
    cleaned := cleaned || jsonb_build_object(rule.field, part);
  end loop;
  return jsonb_strip_nulls(cleaned);
end
$$;
comment on function private.clean_address(jsonb, boolean) is
  'The required fields of an address as they are saved: exactly these, each cleaned. Or its optional ones that are not
blank. Refuses invalid ones.';

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
    from private.address_fields() where required
  ) end
$$;
comment on function private.mask_address(jsonb) is
  'What a caller who only knows the id of an order may see of its address.';

-- The optional fields of the address are one column of the order, written with it. Contents of orders have one writer.
alter table public.orders add column extras jsonb not null default '{}';

comment on column public.orders.extras is
  'The optional fields of the address that are not blank.';

-- Moving them is no change of an order: no trigger counts a version, writes a history or takes time for a sum.
alter table public.orders disable trigger user;

update public.orders as o set extras = moved.extras
from (
  select order_id, jsonb_strip_nulls(jsonb_build_object(
    'landmark', landmark, 'secondPhone', second_phone, 'riderNote', rider_note
  )) as extras
  from private.order_details
) as moved
where moved.order_id = o.id and moved.extras <> '{}';

alter table public.orders enable trigger user;

-- The log has them in a part of their own, as the address.
update private.order_audit set
  before = before - array['landmark', 'secondPhone', 'riderNote'] || jsonb_build_object('extras', jsonb_strip_nulls(
    jsonb_build_object(
      'landmark', before -> 'landmark', 'secondPhone', before -> 'secondPhone', 'riderNote', before -> 'riderNote'
    )
  )),
  after = after - array['landmark', 'secondPhone', 'riderNote'] || jsonb_build_object('extras', jsonb_strip_nulls(
    jsonb_build_object(
      'landmark', after -> 'landmark', 'secondPhone', after -> 'secondPhone', 'riderNote', after -> 'riderNote'
    )
  ))
where before ?| array['landmark', 'secondPhone', 'riderNote'] or after ?| array['landmark', 'secondPhone', 'riderNote'];

alter table private.order_details drop column landmark, drop column second_phone, drop column rider_note;

alter table public.orders
  drop constraint erased_orders_stay_closed,
  add constraint erased_orders_stay_closed check (
    not private.is_erased(shipping_address)
    or (private.is_final(status) and tracking_number is null and extras = '{}')
  );

create or replace function private.address_fields()
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

create or replace function private.clean_address(typed jsonb, are_required boolean default true) returns jsonb
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

-- In UTC, because a caller may choose the time zone of its request, and `at` becomes text.
create or replace function private.prepare_order() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
begin
  -- The address of a replacement was valid when the order was placed, and cannot be corrected there any more.
  if new.replaces is null then
    new := private.read_contents(
      new, jsonb_build_object('shippingAddress', new.shipping_address, 'extras', new.extras)
    );
  end if;
  new := private.read_contents(new, jsonb_build_object('items', new.items, 'total', new.total));
  new.status := 'pending';
  new.date := now();
  new.estimated_delivery := private.shop_day(now()) + 7;
  new.tracking_number := null;
  new.version := 1;
  new.tracking_history :=
    jsonb_build_array(jsonb_build_object('status', 'pending', 'at', now(), 'by', 'customer'));
  new.search_text := private.order_search_text(new);
  return new;
end
$$;

comment on function private.prepare_order() is
  'Validates a new order and sets every column that its sender does not decide, however it is inserted.';

create or replace function private.erase_order_details(ids text[]) returns void
language sql volatile set search_path = '' as $$
  -- Without its hash, the token of a manual order returns it no more.
  update private.order_details set
    cancel_text = null, admin_token_hash = null
  where order_id = any (ids)
$$;

comment on function private.erase_order_details(text[]) is 'Erases what customers of erased orders wrote when they cancelled.';

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.order_search_text(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  if private.is_erased(o.shipping_address) then
    return lower(o.id);
  end if;
  return private.fold_letters(concat_ws(
    E'\n',
    o.id,
    o.shipping_address ->> 'fullName',
    o.shipping_address ->> 'city',
    o.tracking_number,
    private.phone_digits(o.shipping_address ->> 'phone'),
    nullif(private.phone_digits(o.extras ->> 'secondPhone'), ''),
    (
      -- All names of the city, where the shop knows it.
      select coalesce(string_agg(distinct other.folded, ' ') || ' ' || lower(min(other.name)), '')
      from private.city_names as typed
      join private.city_names as other on other.name = typed.name
      where typed.folded
        = regexp_replace(private.fold_letters(o.shipping_address ->> 'city'), '[\s[:punct:]]+', '', 'g')
    )
  )) || E'\n' || private.sounds_of(o.shipping_address ->> 'fullName');
end
$$;

comment on function private.order_search_text(public.orders) is
  'What the search of the admin finds an order by.';

create or replace function private.erase_logged(logged jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select logged - array['tracking_number', 'shippingAddress', 'extras', 'cancelText']
$$;

comment on function private.erase_logged(jsonb) is
  'One side of an entry in the log of changes without personal data.';

create or replace function private.protect_order() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  -- Generated columns are computed after this trigger.
  changeable text[] := array[
    'status', 'tracking_number', 'tracking_history', 'shipping_address', 'extras', 'version',
    'phone_key', 'search_text'
  ];
begin
  if (new.items, new.total) is distinct from (old.items, old.total) then
    if exists (
      select from private.order_audit as entry
      where entry.order_id = old.id
        and entry.before @> jsonb_build_object(
          'version', old.version, 'items', old.items, 'total', old.total
        )
        and (entry.after -> 'items', entry.after -> 'total') = (new.items, to_jsonb(new.total))
    ) then
      changeable := changeable || array['items', 'total'];
    end if;
  end if;
  if (to_jsonb(new) - changeable) is distinct from (to_jsonb(old) - changeable) then
    raise exception using errcode = '42501', message = 'what was sold does not change';
  end if;
  if private.is_erased(old.shipping_address) and not private.is_erased(new.shipping_address) then
    raise exception using errcode = '42501', message = 'an erased order stays erased';
  end if;
  return new;
end
$$;

comment on function private.protect_order() is
  'Refuses a change of an erased address, and of what was sold, to every role. Lines and total change only
as the log says: private.write_contents() writes from which version to what.';

create or replace function private.advance_of(p_id text) returns numeric
language sql stable set search_path = '' as $$
  select coalesce((select advance from private.order_details where order_id = p_id), 0)
$$;

comment on function private.advance_of(text) is 'What was paid of an order before its delivery, in rupees.';

create or replace function private.contents_json(o public.orders, advance numeric) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'version', o.version, 'shippingAddress', o.shipping_address, 'extras', o.extras,
    'items', o.items, 'total', o.total, 'advance', advance
  )
$$;

comment on function private.contents_json(public.orders, numeric) is
  'The contents of an order as the log has them.';

create or replace function private.read_contents(o public.orders, p jsonb) returns public.orders
language plpgsql stable set search_path = '' as $$
begin
  if p ? 'shippingAddress' then
    o.shipping_address := private.clean_address(p -> 'shippingAddress');
  end if;
  if p ? 'extras' then
    o.extras := private.clean_address(p -> 'extras', are_required => false);
  end if;
  if p ? 'items' or p ? 'total' then
    select priced, total into o.items, o.total from private.price_lines(o.replaces, p -> 'items');
    if p -> 'total' is distinct from to_jsonb(o.total) then
      perform private.refuse('total_mismatch');
    end if;
  end if;
  return o;
end
$$;

comment on function private.read_contents(public.orders, jsonb) is
  'An order with the parts of {shippingAddress?, extras?, items?, total?}. Lines have the prices of today. Refuses
invalid ones.';

create or replace function private.write_contents(
  actor text, former public.orders, o public.orders, advance numeric
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  former_advance constant numeric := private.advance_of(former.id);
begin
  perform private.log_changes(
    actor, o.id, private.contents_json(former, former_advance), private.contents_json(o, advance)
  );
  perform set_config('shop.actor', actor, true);
  update public.orders set
    shipping_address = o.shipping_address, extras = o.extras, items = o.items, total = o.total
  where id = o.id;
  if advance <> former_advance then
    insert into private.order_details (order_id, advance) values (o.id, write_contents.advance)
    on conflict (order_id) do update set advance = excluded.advance;
  end if;
  perform set_config('shop.actor', '', true);
end
$$;

comment on function private.write_contents(text, public.orders, public.orders, numeric) is
  'Writes the contents of an order and its advance in rupees, and logs what differs, old and new.';

create or replace function private.set_contents(actor text, former public.orders, p jsonb) returns public.orders
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  if former.id is null then
    -- private.prepare_order() validates it.
    insert into public.orders (id, items, total, shipping_address, extras, payment_method, replaces)
    values (
      p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress',
      coalesce(p -> 'extras', '{}'), 'cash_on_delivery', p ->> 'replaces'
    )
    returning * into o;
    return o;
  end if;
  o := private.read_contents(former, p);
  perform private.write_contents(
    actor, former, o, private.read_advance(p, private.advance_of(o.id), o.total)
  );
  return o;
end
$$;

comment on function private.set_contents(text, public.orders, jsonb) is
  'Saves an order of {id, items, total, shippingAddress, extras?, replaces?}, or changes the parts of {shippingAddress?,
extras?, items?, total?, advance?} of a locked one and logs old and new. Refuses invalid ones.';

-- Security definer: the API writes no table.
create or replace function public.admin_join_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  main_details private.order_details;
  added_details private.order_details;
  before jsonb;
  after jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version', 'into', 'intoVersion']);
  perform from public.orders as o where o.id in (p ->> 'id', p ->> 'into') order by o.id for update;
  select * into main from public.orders where id = p ->> 'into';
  select * into added from public.orders where id = p ->> 'id';
  if main.id is null or added.id is null or main.id = added.id then
    perform private.refuse('not_found', null, 200);
  end if;
  select * into main_details from private.order_details where order_id = main.id;
  select * into added_details from private.order_details where order_id = added.id;
  if private.is_booked(main, main_details) then
    perform private.refuse_change('booked', main, false);
  elsif private.is_booked(added, added_details) then
    perform private.refuse_change('booked', added, false);
  elsif main.version is distinct from (p ->> 'intoVersion')::integer then
    perform private.refuse_change('stale', main, false);
  elsif added.version is distinct from (p ->> 'version')::integer then
    perform private.refuse_change('stale', added, false);
  elsif coalesce(main.replaces, added.replaces) is not null then
    perform private.refuse('replacement');
  elsif main.phone_key <> added.phone_key then
    perform private.refuse('other_phone');
  end if;
  before := jsonb_build_object(
    'items', main.items, 'total', main.total, 'advance', coalesce(main_details.advance, 0)
  );
  after := jsonb_build_object(
    'items', private.joined_items(main.items, added.items),
    'total', main.total + added.total,
    'advance', coalesce(main_details.advance, 0) + coalesce(added_details.advance, 0)
  );
  if jsonb_array_length(after -> 'items') > 20 then
    perform private.refuse('cart_too_large');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, after), (after ->> 'advance')::numeric
  );
  insert into private.joined_orders (order_id, into_id, actor_id, before, after)
  values (added.id, main.id, auth.uid(), before, after);
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = 'cancelled' where id = added.id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details (order_id, end_reason) values (added.id, 'joined')
  on conflict (order_id) do update set end_reason = excluded.end_reason;
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_join_orders(jsonb) to authenticated;

comment on function public.admin_join_orders(jsonb) is
  'Joins the order of {id, version, into, intoVersion} into another open one of the same phone, for admins.';

-- Security definer: the API writes no table.
create or replace function public.admin_take_apart(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  details private.order_details;
  joined private.joined_orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id']);
  select * into joined from private.joined_orders where order_id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  select * into details from private.order_details where order_id = main.id;
  if private.is_booked(main, details) then
    perform private.refuse_change('booked', main, false);
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, private.advance_of(main.id))
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled' then
    perform private.refuse_change('stale', main, false);
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, joined.before), (joined.before ->> 'advance')::numeric
  );
  delete from private.joined_orders where order_id = joined.order_id;
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = 'pending' where id = added.id;
  perform set_config('shop.actor', '', true);
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_take_apart(jsonb) to authenticated;

comment on function public.admin_take_apart(jsonb) is
  'Takes the joined order of {id} out of the other one''s parcel again, until that is booked. For admins.';

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details private.order_details;
  courier private.couriers;
begin
  select * into details from private.order_details where order_id = o.id;
  if is_full and details.courier is not null then
    select * into courier from private.couriers where id = details.courier;
  end if;
  return case when is_full then o.extras else '{}' end || jsonb_build_object(
    'id', o.id,
    'items', o.items,
    'total', o.total,
    'status', o.status,
    'date', o.date,
    'estimatedDelivery', o.estimated_delivery,
    'version', o.version,
    'advance', coalesce(details.advance, 0),
    'booked', private.is_booked(o, details),
    'replaces', o.replaces,
    'mayChange', is_holder and not private.is_booked(o, details),
    'paymentMethod', o.payment_method,
    'masked', not is_full,
    'shippingAddress',
      case when is_full then o.shipping_address else private.mask_address(o.shipping_address) end,
    -- The page of a courier shows name, phone and address for a tracking number.
    'trackingNumber', case when is_full then o.tracking_number end,
    'trackingHistory', case
      when is_full then o.tracking_history
      else private.history_without_numbers(o.tracking_history)
    end,
    'courier', case when is_full then details.courier end,
    'courierName', courier.name,
    -- A tracking number has no other character that a URL escapes.
    'trackingPage', replace(
      courier.tracking_url, '{number}', replace(replace(o.tracking_number, ' ', '%20'), '/', '%2F')
    ),
    'outcome', case when is_full then details.outcome end,
    'cancellation', case when is_full and details.cancel_reason is not null then
      jsonb_build_object('reason', details.cancel_reason, 'text', details.cancel_text)
    end,
    'request', case when is_full then (
      select jsonb_build_object('at', at, 'kind', kind, 'text', text, 'state', state)
      from private.help_requests where order_id = o.id
    ) end,
    'parcelState', case when o.status = 'shipped' then (
      select state from private.parcels
      where order_id = o.id and is_current and state in ('out_for_delivery', 'attempt_failed', 'returning')
    ) end
  );
end
$$;

comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its extras and details as JSON, in full or masked. Its holder may change it until it is booked. The
state of its parcel is in it where that says more than the status.';

create or replace function private.place_once(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  response jsonb;
  o public.orders;
begin
  if p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then
    perform private.refuse('bad_field', 'paymentMethod');
  end if;
  response := private.find_attempt(p);
  if response is not null then
    return response;
  end if;
  -- Old prices and pauses are not counted as a refusal, so they are refused before the id is looked up: they must not say
  -- which ids exist.
  perform private.check_prices(p -> 'items');
  perform private.check_pauses(p -> 'items');

  select * into o from public.orders where id = p ->> 'id';
  if found then
    if not exists (select from private.claimable_orders where id = o.id) then
      perform private.refuse('id_taken', null, 409);
    end if;
    -- Number and phone show an order that an admin entered and give no right to it. Without the code it is a
    -- try to find an order, with the limit of one. Responses, so that it is counted.
    case private.try_phone(o.id, private.phone_key(p #>> '{shippingAddress,phone}'))
      when 'too_many_tries' then
        return private.respond(429, '{"ok": false, "code": "too_many_tries"}');
      when 'not_found' then
        return private.respond(409, '{"ok": false, "code": "id_taken"}');
      else
        return private.respond_order(o.id) || '{"replay": true}';
    end case;
  end if;

  -- Before the order is written: rows that a refusal rolls back take space until they are vacuumed.
  perform private.check_client(p ->> 'id');
  o := private.set_contents('customer', null, p);
  insert into private.order_keys (order_id, token_hash, request_hash)
  values (o.id, private.hash_token(p ->> 'token'), private.hash_request(p));
  insert into private.outbox (kind, subject) values ('order', o.id);
  perform private.mark_new_order(o, p -> 'earlier');
  return private.respond_order(o.id, true, 201) || '{"replay": false}';
end
$$;

comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

create or replace function private.with_replaced(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p ->> 'replaces' for key share;
  if o.id is null or private.is_erased(o.shipping_address) or o.status not in ('shipped', 'delivered') then
    perform private.refuse('not_replaceable', 'replaces', 409);
  end if;
  return p || jsonb_build_object(
    'shippingAddress', o.shipping_address,
    'extras', o.extras,
    'source', coalesce((select source from private.order_details where order_id = o.id), 'website')
  );
end
$$;

comment on function private.with_replaced(jsonb) is
  'The request of a replacement, with address, extras and source of the order that it replaces. Refuses one that was
not sent.';

-- Security definer: an admin has no right to add orders.
create or replace function public.admin_create_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  entered_by bytea;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array[
    'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note',
    'deviceCode', 'messageId', 'replaces'
  ]);
  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform private.lock_new_order(p);
  if exists (select from public.orders where id = p ->> 'id') then
    select admin_token_hash into entered_by from private.order_details where order_id = p ->> 'id';
    if entered_by is distinct from private.hash_token(p ->> 'token') then
      perform private.refuse('id_taken', null, 409);
    end if;
    return private.respond_order(p ->> 'id') || '{"replay": true}';
  end if;

  if p ? 'replaces' then
    p := private.with_replaced(p);
  elsif not coalesce(p -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  else
    perform private.check_prices(p -> 'items');
  end if;
  if coalesce(p ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(p ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  perform private.set_contents('admin', null, p);
  insert into private.order_details (
    order_id, source, advance, admin_token_hash, device_code_hash, message_id
  )
  values (
    p ->> 'id', p ->> 'source', private.read_advance(p, 0, (p ->> 'total')::numeric),
    private.hash_token(p ->> 'token'), private.hash_token(p ->> 'deviceCode'), p ->> 'messageId'
  );
  if p ? 'note' then
    insert into private.order_notes (order_id, actor_id, note)
    values (p ->> 'id', auth.uid(), private.clean_note('note', p -> 'note', 1000));
  end if;
  return private.respond_order(p ->> 'id') || '{"replay": false}';
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_create_order(jsonb) to authenticated;

comment on function public.admin_create_order(jsonb) is
  'Saves an order by phone or WhatsApp, once per id and token, for admins: {id, token, items, total,
shippingAddress, extras?, source, advance?, note?, deviceCode?, messageId?}. The last two are of the
customer''s message. Or a replacement: {id, token, replaces, items, total, note?}, whose items are some of that order
and cost nothing.';

create or replace function private.change_own_order(change text, p jsonb, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  has_code constant boolean := coalesce(p ? 'code', false);
  locked record;
  o public.orders;
  changed public.orders;
  tried private.confirm_codes;
begin
  perform private.check_request(p, 16384, fields || case when has_code then 'code' else 'token' end);
  if has_code then
    locked := private.lock_by_code(p);
    o := locked.o;
    tried := locked.tried;
    if tried.selector is null or tried.used_for <> change then
      return private.refuse_code();
    end if;
    -- The order tells a retry whose response was lost what has become of it.
    if tried.used_at is not null then
      perform private.refuse_change('stale', o, false);
    end if;
  else
    o := private.lock_own_order(p);
  end if;
  perform private.check_version(o, p, true);
  case change
    when 'correct' then perform private.set_contents('customer', o, p);
    when 'cancel' then perform private.save_cancellation(o, p);
  end case;
  if has_code then
    perform private.use_code(tried, change);
  else
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  end if;
  select * into changed from public.orders where id = o.id;
  -- Two conditions, not one: SQL may evaluate both sides of an AND, and the second has an effect.
  if changed.phone_key <> o.phone_key then
    if private.is_one_of_many(changed) then
      perform private.mark_order(changed, 'many_of_phone', changed.phone_key);
    end if;
  end if;
  return private.respond_order(o.id, not has_code);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;

comment on function private.change_own_order(text, jsonb, text[]) is
  'Corrects or cancels the order of a request''s id and token, and counts it; or of its id and code, which ends
with that. Refuses other fields than those given.';

-- Security definer: the API writes no table.
create or replace function public.admin_correct_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, false);
  perform private.set_contents('admin', o, p);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_correct_order(jsonb) to authenticated;

comment on function public.admin_correct_order(jsonb) is
  'Corrects an order that is not booked, for admins: {id, version, shippingAddress?, extras?, items?, total?,
advance?}. Lines have the prices of today.';

create or replace function private.erase_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  erase_rows text;
begin
  for erase_rows in
    select 'erase_' || relname from pg_catalog.pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r'
      and to_regprocedure(format('private.%I(text[])', 'erase_' || relname)) is not null
  loop
    execute format('select private.%I($1)', erase_rows) using ids;
  end loop;
  update public.orders set extras = '{}', shipping_address = (
    select jsonb_object_agg(field, erased_text) from private.address_fields() where required
  ) where id = any (ids);
end
$$;

comment on function private.erase_orders(text[]) is
  'Erases the personal data of orders that are delivered or cancelled: in each table by its function
private.erase_<table>(ids), and in the orders.';

drop function private.correct_order(text,orders,jsonb);

drop function private.set_purchase(orders,jsonb,jsonb);
/*
 * What is known of an order beside its columns: an advance, the courier, the source
 * of an order that an admin entered, and why it was cancelled. Most orders from the website have no row here.
 */

create table private.order_details (
  order_id text primary key references public.orders (id) on delete cascade,
  source text not null default 'website' check (source in ('website', 'phone', 'whatsapp')),
  advance numeric(12,2) not null default 0 check (advance >= 0),
  courier text check (courier ~ '^[a-z0-9-]{1,40}$'),
  booked_at timestamptz,
  outcome text check (outcome in ('returned', 'refused')),
  cancel_reason text check (cancel_reason in ('changed_mind', 'wrong_order', 'too_late', 'other')),
  cancel_text text,
  admin_token_hash bytea check (octet_length(admin_token_hash) = 32),
  device_code_hash bytea check (octet_length(device_code_hash) = 32),
  message_id text check (message_id ~ '^[0-9A-Z]{8}$'),
  end_reason text check (end_reason in (
    'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other', 'joined'
  ))
);
create index order_details_message_id_idx on private.order_details (message_id)
  where message_id is not null;

comment on table private.order_details is
  'What an order has beside its columns. An order without a row is from the website and has none of it.';
comment on column private.order_details.advance is 'In rupees, paid before delivery.';
comment on column private.order_details.courier is 'The id of a courier.';
comment on column private.order_details.booked_at is
  'When a courier or a tracking number was first set. A trigger computes it.';
comment on column private.order_details.outcome is 'How the delivery of a cancelled order failed.';
comment on column private.order_details.cancel_reason is 'Why a customer cancelled the order.';
comment on column private.order_details.admin_token_hash is
  'A hash of the token by which an admin entered the order, once.';
comment on column private.order_details.device_code_hash is
  'A hash of the code in the message by which a customer asked an admin to enter the order.';
comment on column private.order_details.end_reason is
  'Why an admin cancelled the order. A joined one goes with another order''s parcel.';
comment on column private.order_details.message_id is
  'The number in that message, where another order had it already.';

alter table private.order_details enable row level security;
create policy "Nobody reads the details of orders through the API" on private.order_details
  for all using (false);

create function private.erase_order_details(ids text[]) returns void
language sql volatile set search_path = '' as $$
  -- Without its hash, the token of a manual order returns it no more.
  update private.order_details set
    cancel_text = null, admin_token_hash = null
  where order_id = any (ids)
$$;
comment on function private.erase_order_details(text[]) is 'Erases what customers of erased orders wrote when they cancelled.';

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.order_search_text(o public.orders) returns text
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

create function private.is_booked(o public.orders, details private.order_details) returns boolean
language sql immutable set search_path = '' as $$
  select details.booked_at is not null or o.tracking_number is not null or not private.is_open(o.status)
$$;
comment on function private.is_booked(public.orders, private.order_details) is
  'Whether a courier has or had the order, or it is not open any more. The details may be null.';

create function private.prepare_order_details() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = new.order_id;
  if new.advance > o.total then
    perform private.refuse('advance_invalid', 'advance');
  end if;
  if new.outcome is not null and o.status <> 'cancelled' then
    perform private.refuse('outcome_invalid', 'outcome');
  end if;
  new.booked_at := case
    when new.courier is not null or o.tracking_number is not null then coalesce(old.booked_at, now())
    when not private.is_open(o.status) then old.booked_at
  end;
  return new;
end
$$;
comment on function private.prepare_order_details() is
  'Validates details against their order, and computes when it was booked.';

create trigger prepare_order_details before insert or update on private.order_details
  for each row execute function private.prepare_order_details();

create function private.count_details_version() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  -- The triggers of orders add 1.
  update public.orders set version = version where id in (select order_id from changed);
  return null;
end
$$;
comment on function private.count_details_version() is
  'Makes a change of the details a new version of the order.';

-- At depth 0 only: what follow_order() changes is part of a version that is counted already.
create trigger count_inserted_details after insert on private.order_details
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0)
  execute function private.count_details_version();
create trigger count_updated_details after update on private.order_details
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0)
  execute function private.count_details_version();

create function private.follow_order() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_details set
    outcome = case new.status when 'cancelled' then outcome end,
    cancel_reason = case new.status when 'cancelled' then cancel_reason end,
    cancel_text = case new.status when 'cancelled' then cancel_text end,
    end_reason = case new.status when 'cancelled' then end_reason end
  where order_id = new.id;
  return null;
end
$$;
comment on function private.follow_order() is
  'Adapts the details to the new status and tracking number of their order.';

create trigger follow_order after update on public.orders
  for each row
  when ((old.status, old.tracking_number) is distinct from (new.status, new.tracking_number))
  execute function private.follow_order();

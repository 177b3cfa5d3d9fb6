/*
 * What is known of an order beside its columns: an advance, the source of an order that an admin entered, and why it
 * was cancelled. Most orders from the website have no row here.
 */

create table private.order_details (
  order_id text primary key references public.orders (id) on delete cascade,
  source text not null default 'website' check (source in ('website', 'phone', 'whatsapp')),
  advance numeric(12,2) not null default 0 check (advance >= 0),
  cancel_reason text check (cancel_reason in ('changed_mind', 'wrong_order', 'too_late', 'other')),
  cancel_text text,
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
comment on column private.order_details.cancel_reason is 'Why a customer cancelled the order.';
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
  update private.order_details set cancel_text = null where order_id = any (ids)
$$;
comment on function private.erase_order_details(text[]) is 'Erases what customers of erased orders wrote when they cancelled.';

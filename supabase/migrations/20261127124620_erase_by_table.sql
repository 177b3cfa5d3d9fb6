-- Each table erases its own personal data: private.erase_<table>(ids), which erase_orders() finds by its name.
create or replace function private.erase_order_keys(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.order_keys set
    -- Hashed once more, the token opens nothing, and a late retry of the attempt is still recognized.
    token_hash = sha256(token_hash),
    request_hash = sha256(convert_to(order_id, 'UTF8'))
  where order_id = any (ids)
$$;

comment on function private.erase_order_keys(text[]) is 'Leaves hashes of the hashes of erased orders.';

create or replace function private.erase_order_details(ids text[]) returns void
language sql volatile set search_path = '' as $$
  -- Without its hash, the token of a manual order returns it no more.
  update private.order_details set
    landmark = null, second_phone = null, rider_note = null, cancel_text = null,
    admin_token_hash = null
  where order_id = any (ids)
$$;

comment on function private.erase_order_details(text[]) is 'Erases the optional fields of erased orders, and what customers wrote when they cancelled.';

create or replace function private.erase_order_audit(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.order_audit set
    before = private.erase_logged(before), after = private.erase_logged(after)
  where order_id = any (ids)
$$;

comment on function private.erase_order_audit(text[]) is 'Erases personal data from the log of erased orders.';

create or replace function private.erase_order_notes(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.order_notes where order_id = any (ids)
$$;

comment on function private.erase_order_notes(text[]) is 'Deletes the notes about erased orders.';

create or replace function private.erase_parcels(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.parcels set tracking_number = null
  where order_id = any (ids) and tracking_number is not null
$$;

comment on function private.erase_parcels(text[]) is 'Erases the tracking numbers of erased orders.';

create or replace function private.erase_parcel_events(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.parcel_events as event set word = null
  from private.parcels as p
  where p.id = event.parcel_id and p.order_id = any (ids) and event.word is not null
$$;

comment on function private.erase_parcel_events(text[]) is 'Erases the words of couriers about erased orders.';

create or replace function private.erase_help_requests(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.help_requests where order_id = any (ids)
$$;

comment on function private.erase_help_requests(text[]) is 'Deletes the requests for help with erased orders.';

create or replace function private.erase_marked_orders(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.marked_orders where order_id = any (ids)
$$;

comment on function private.erase_marked_orders(text[]) is 'Deletes the marks of erased orders.';

create or replace function private.erase_confirmation_attempts(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.confirmation_attempts set text = null where order_id = any (ids) and text is not null
$$;

comment on function private.erase_confirmation_attempts(text[]) is 'Erases the words of attempts to confirm erased orders.';

create or replace function private.erase_told_messages(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.told_messages set phone_key = '' where order_id = any (ids)
$$;

comment on function private.erase_told_messages(text[]) is 'Erases whose phone was written to about erased orders.';

create or replace function private.erase_order_clients(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.order_clients where order_id = any (ids)
$$;

comment on function private.erase_order_clients(text[]) is 'Deletes the clients of erased orders.';

create or replace function private.erase_confirm_codes(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.confirm_codes where order_id = any (ids)
$$;

comment on function private.erase_confirm_codes(text[]) is 'Deletes the codes of erased orders.';

create or replace function private.erase_notice_targets(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.notice_targets where order_id = any (ids)
$$;

comment on function private.erase_notice_targets(text[]) is 'Deletes the browsers that are told of erased orders.';

create or replace function private.erase_exported_orders(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.exported_orders set cells = null where order_id = any (ids) and cells is not null
$$;

comment on function private.erase_exported_orders(text[]) is 'Erases what was sent to couriers of erased orders.';

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
  update public.orders set shipping_address = (
    select jsonb_object_agg(field, erased_text) from private.address_fields() where required
  ) where id = any (ids);
end
$$;

comment on function private.erase_orders(text[]) is
  'Erases the personal data of orders that are delivered or cancelled: in each table by its function
private.erase_<table>(ids), and in the orders.';
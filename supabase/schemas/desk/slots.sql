/*
 * What the desk adds in the slots of the shop and of the admin: schemas/shop/slots.sql says how. Their comments stand
 * there. Filters are in order-filters.sql, figures in cash-totals.sql.
 */

create or replace function private.desk_has_sent(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.parcels where order_id = o.id and is_current);
end
$$;

create or replace function private.desk_of_order(o public.orders, is_full boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  p private.parcels;
  courier private.couriers;
begin
  select * into p from private.parcels where order_id = o.id and is_current;
  if is_full and p.courier is not null then
    select * into courier from private.couriers where id = p.courier;
  end if;
  return jsonb_build_object(
    'booked', p.id is not null or not private.is_open(o.status),
    'courier', case when is_full then p.courier end,
    'courierName', courier.name,
    -- A tracking number has no other character that a URL escapes.
    'trackingPage', replace(
      courier.tracking_url, '{number}', replace(replace(o.tracking_number, ' ', '%20'), '/', '%2F')
    ),
    'outcome', case when is_full then p.outcome end,
    -- Where it says more than the status.
    'parcelState', case when p.state in ('out_for_delivery', 'attempt_failed', 'returning', 'lost') then p.state end,
    -- Not with which one: whoever knows a phone may place an order with it, and must not learn that customer's number.
    'joined', exists (select from private.joined_orders where order_id = o.id)
  );
end
$$;

create or replace function private.desk_has_confirmed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (select said_yes from private.packable where id = o.id);
end
$$;

create or replace function private.desk_of_rows(ids text[]) returns table (id text, beside jsonb)
language sql stable set search_path = '' as $$
  select o.id, jsonb_build_object(
    'booked', packed.is_booked,
    'courier', packed.courier,
    'marks', marked.marks,
    'reasons', packed.reasons,
    'stage', (select stage from private.order_stage where id = o.id),
    'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
    'outcome', packed.outcome,
    'replacedBy', packed.replaced_by
  )
  from public.orders as o
  join private.packable as packed using (id)
  join private.marks_of(ids) as marked using (id)
  where o.id = any (ids)
$$;

create or replace view private.desk_of_whole_orders as
  select o.id, jsonb_build_object(
    'confirmation', private.confirmation_json(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    -- Pages that were loaded before the state of a lost parcel was part of its order read it here.
    'isLost', exists (select from private.parcels where order_id = o.id and is_current and state = 'lost'),
    'told', (select told from private.order_pages where id = o.id)
  ) as beside
  from public.orders as o;

create or replace function private.desk_of_page(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select beside from private.desk_of_whole_orders where id = o.id) || jsonb_build_object(
    'couriers', private.courier_list(), 'marks', (select marks from private.marks_of(array[o.id]))
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = o.id);
end
$$;

create or replace function private.desk_of_list() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.fold_stages();
  return jsonb_build_object('couriers', private.courier_list());
end
$$;

create or replace function private.desk_of_counts() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('marked', marked_orders, 'groups', marked_groups) from private.waiting_at_desk);
end
$$;

create or replace function private.desk_of_dashboard() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'markedOrders', marked_orders, 'toSetUp', to_set_up, 'untickedPayments', unticked_payments,
      'standingNotices', private.standing_notices()
    )
    from private.waiting_at_desk
  );
end
$$;

create or replace function private.desk_forgets() returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.outbox where at < now() - interval '7 days';
  -- Customers are told of no later step.
  delete from private.notice_targets as target using public.orders as o
  where o.id = target.order_id and private.is_final(o.status) and target.added_at < now() - interval '7 days';
end
$$;

create or replace function private.desk_erases_former(o_id text, until timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.told_messages set phone_key = '' where order_id = o_id and at <= until;
  update private.exported_orders as exported set cells = null from private.export_batches as batch
  where exported.order_id = o_id and batch.id = exported.batch_id and batch.at <= until;
  update private.confirmation_attempts set text = null where order_id = o_id and at <= until;
  delete from private.order_notes where order_id = o_id and at <= until;
  delete from private.notice_targets where order_id = o_id and added_at <= until;
  -- It was corrected while no courier had it: its parcels of then are former ones.
  update private.parcel_events as event set word = null from private.parcels as former
  where former.id = event.parcel_id and former.order_id = o_id and former.booked_at <= until and not former.is_current;
  update private.parcels set tracking_number = null
  where order_id = o_id and booked_at <= until and not is_current;
end
$$;

create or replace function private.desk_does(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
begin
  return case act
    when 'book' then private.book_rows(rows)
    when 'enter' then private.each_row('private.enter_row', rows)
    when 'correct' then private.each_row('private.correct_row', rows)
    when 'join' then private.each_row('private.join_row', rows)
    when 'take_apart' then private.each_row('private.take_apart_row', rows)
    when 'attempt' then private.each_row('private.attempt_row', rows)
    when 'tell' then private.each_row('private.tell_row', rows)
    when 'note' then private.each_row('private.note_row', rows)
    when 'delete_note' then private.each_row('private.delete_note_row', rows)
    when 'release' then private.decide_rows(act, rows)
    when 'discard' then private.decide_rows(act, rows)
    when 'delete' then private.delete_rows(rows)
    when 'batch' then private.each_row('private.batch_row', rows)
    when 'sheet' then private.each_row('private.sheet_row', rows)
    when 'print' then private.each_row('private.print_row', rows)
    when 'apply' then private.each_row('private.apply_row', rows)
    when 'bank' then private.each_row('private.bank_row', rows)
    when 'check_in' then private.check_in_rows(rows)
  end;
end
$$;

create or replace function private.desk_keeps_undo(act text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- Batches and files stand in their lists for good. Their acts are 20 kB of 1,000 orders.
  return act in ('batch', 'apply');
end
$$;

create or replace function private.desk_locks(own private.acts) returns text[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
begin
  -- One batch and one file at a time.
  perform pg_advisory_xact_lock(hashtextextended(kind, 0))
  from (values ('batch', 'export'), ('apply', 'statements')) as one (act, kind) where one.act = own.act;
  return array(
    select order_id from private.exported_orders where batch_id = (own.response #>> '{results,0,batch,id}')::bigint
  );
end
$$;

create or replace function private.desk_undoes(own private.acts) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  rows constant jsonb := (
    select jsonb_agg(former || jsonb_build_object('id', key)) from jsonb_each(own.before) as saved (key, former)
  );
begin
  return case own.act
    when 'book' then private.undo_booked(own.before)
    when 'correct' then private.each_row('private.restore_contents', rows)
    when 'join' then private.each_row('private.take_apart_row', rows)
    when 'take_apart' then private.each_row('private.join_row', rows)
    when 'attempt' then private.undo_attempts(own.before)
    when 'tell' then private.undo_told(own.before)
    when 'delete_note' then private.each_row('private.restore_note', rows)
    when 'release' then private.undo_decided(own.before)
    when 'discard' then private.undo_decided(own.before)
    when 'batch' then private.undo_batch((own.response #>> '{results,0,batch,id}')::bigint)
    when 'apply' then private.undo_applied(own.before)
    when 'check_in' then private.undo_checked_in(own.before)
    else '{}'
  end;
end
$$;

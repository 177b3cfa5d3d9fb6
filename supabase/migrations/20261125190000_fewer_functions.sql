/* Refuses attempts on closed orders, and has the newest reason of a failed delivery. */

-- Security definer: the API writes no table.
create or replace function public.admin_add_attempt(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  said text;
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['id', 'attempt', 'act', 'at', 'reason', 'text']);
  if coalesce(p ->> 'attempt', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('bad_field', 'attempt');
  end if;
  if coalesce(p ->> 'act', '') not in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(p ->> 'reason', 'other') not in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')
    or (p ->> 'act' = 'hold') <> (p ? 'reason') then
    perform private.refuse('bad_field', 'reason');
  end if;
  -- A device may have been offline.
  if coalesce((p ->> 'at')::timestamptz < now() - interval '7 days', true) then
    perform private.refuse('bad_field', 'at');
  end if;
  if p ->> 'text' ~ '\S' then
    said := private.clean_note('text', p -> 'text', 300);
  end if;
  -- Locked, so that it is neither closed nor erased meanwhile.
  select * into o from public.orders where id = p ->> 'id' for share;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased', null, 409);
  end if;
  -- A retry whose response was lost is not refused.
  if private.is_final(o.status) and not exists (
    select from private.confirmation_attempts where id = (p ->> 'attempt')::uuid
  ) then
    perform private.refuse('closed', null, 409);
  end if;
  insert into private.confirmation_attempts (id, order_id, at, actor, actor_id, act, reason, text)
  values (
    -- By a clock that is ahead it would be the last one for a while.
    (p ->> 'attempt')::uuid, o.id, least((p ->> 'at')::timestamptz, now()), 'admin', auth.uid(),
    p ->> 'act', p ->> 'reason', said
  )
  on conflict (id) do nothing;
  delete from private.order_leases where order_id = o.id;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'status', o.status,
    'confirmation', private.confirmation_json(o),
    'attempts', (select attempts from private.order_pages where id = o.id)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
comment on function public.admin_add_attempt(jsonb) is
  'Adds an attempt to confirm an order that is not closed, once per its own id: {id, attempt, act, at, reason?, text?};
only a hold has a reason. For admins. Responds with what follows from all attempts, and the status.';

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
  perform private.set_purchase(main, before, after);
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

create function private.file_move(
  p private.parcels, state private.parcel_state, at timestamptz, reason text
) returns text
language sql immutable set search_path = '' as $$
  select case
    -- A delivery that failed again has the newest reason.
    when state = p.state then
      case when state = 'attempt_failed' and reason <> coalesce(p.reason, '') and (at < p.state_at) is not true
        then 'moves' else 'same' end
    when p.state = 'delivered' then
      case when state <= 'attempt_failed' then 'behind' else 'delivered' end
    when p.state in ('received_back', 'lost', 'cancelled') then
      case when state < p.state and (p.state = 'received_back' or state <= 'attempt_failed')
        and (p.state <> 'cancelled' or state = 'booked') then 'behind' else p.state::text end
    when not p.is_current and state not in ('returned', 'received_back', 'lost') then
      case when state < p.state then 'behind' else 'sent_again' end
    when state = 'cancelled' then case when p.state = 'booked' then 'moves' else 'on_the_way' end
    when state = 'out_for_delivery' and p.state = 'attempt_failed' then
      case when at < p.state_at then 'behind' else 'moves' end
    when state > p.state then
      case when state = 'attempt_failed' and p.state = 'out_for_delivery' and at < p.state_at then 'behind'
        else 'moves' end
    else 'behind'
  end
$$;
comment on function private.file_move(private.parcels, private.parcel_state, timestamptz, text) is
  'What a state in a file does to a parcel: it moves it, is the same or behind, or is in conflict with the state, the
name of which is then returned, or with an order that was sent again. A delivery or an attempt changes either way.';

create or replace function private.apply_states(statement private.statements, rows private.statement_row[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  moves jsonb;
  events private.parcel_events[];
  refused jsonb;
begin
  select
    coalesce(jsonb_object_agg(p.id, jsonb_build_object('move', move, 'from', p.state, 'to', line.state)), '{}'),
    coalesce(array_agg(jsonb_populate_record(null::private.parcel_events, jsonb_build_object(
      'parcel_id', p.id, 'state', line.state, 'source', 'statement', 'statement_id', statement.id,
      'at', coalesce(line.at, statement.dated::timestamp at time zone 'Asia/Karachi', now()),
      'word', line.word, 'reason', line.reason
    )) order by p.id) filter (where move = 'moves'), '{}')
  into moves, events
  from (
    select distinct on (parcel_id) * from unnest(rows)
    where parcel_id is not null and state is not null
    -- A delivery and an attempt have no order but that of their times.
    order by parcel_id, case state when 'attempt_failed' then 'out_for_delivery' else state end desc,
      at desc nulls last, nth desc
  ) as line
  join private.parcels as p on p.id = line.parcel_id,
  lateral private.file_move(p, line.state, line.at, line.reason) as move;
  refused := private.move_parcels(events);
  return moves || (
    select coalesce(jsonb_object_agg(id, jsonb_set(moves -> id, '{move}', why)), '{}')
    from jsonb_each(refused) as refusal (id, why)
  );
end
$$;

drop function private.file_move(private.parcels, private.parcel_state, timestamptz);

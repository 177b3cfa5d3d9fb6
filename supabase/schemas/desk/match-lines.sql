/*
 * Which parcel each line of a courier's file is about, and what its state may do to it.
 */

create type private.statement_row as (
  nth integer, parcel_id bigint, order_id text, why text, state private.parcel_state, word text, reason text,
  at timestamptz, money jsonb
);
comment on type private.statement_row is
  'A line of a courier''s file: its row there, its parcel and the order of that, or why it has none; what it says of
the state, and its amounts.';

create function private.match_line(courier text, line jsonb) returns private.parcels
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  reference constant text := upper(regexp_replace(line ->> 'reference', '[\s#]+', '', 'g'));
  number constant text := nullif(private.number_key(line ->> 'trackingNumber'), '');
  numbered bigint[];
  p private.parcels;
begin
  -- Numbers of couriers are small enough to meet by chance: those of another one say nothing of an order.
  numbered := array(
    select id from private.parcels
    where private.number_key(tracking_number) = number and (courier = match_line.courier) is not false
    order by is_current desc, id desc
  );
  if exists (select from public.orders where id = reference) then
    select * into p from private.parcels where order_id = reference
    order by id = any (numbered) desc, is_current desc, nth desc limit 1;
    if p.id is null then
      p.reason := case when cardinality(numbered) > 0 then 'two_orders' else 'not_booked' end;
    elsif cardinality(numbered) > 0 and p.id <> all (numbered) then
      p.reason := 'two_orders';
    elsif p.courier <> match_line.courier then
      p.reason := 'other_courier';
    elsif number <> private.number_key(p.tracking_number) then
      p.reason := 'other_number';
    else
      p.reason := null;
    end if;
    return p;
  end if;
  if cardinality(numbered) = 0 then
    p.reason := case
      when exists (select from private.parcels where private.number_key(tracking_number) = number)
        then 'other_courier'
      else 'not_found'
    end;
    return p;
  end if;
  select * into p from private.parcels where id = numbered[1];
  p.reason := case when exists (
    select from private.parcels
    where id = any (numbered) and order_id <> p.order_id and is_current = p.is_current
  ) then 'several' end;
  return p;
end
$$;
comment on function private.match_line(text, jsonb) is
  'The parcel of a line, by the id of its order, else by the number at that courier, or at any. Its reason is why the line cannot
be applied: not_found, not_booked, several, two_orders, other_courier or other_number.';

create function private.match_lines(courier text, lines jsonb) returns setof private.statement_row
language sql stable set search_path = '' as $$
  select
    (line ->> 'row')::integer, case when p.reason is null then p.id end, p.order_id, p.reason,
    (line ->> 'state')::private.parcel_state, line ->> 'word', line ->> 'reason',
    least((line ->> 'at')::timestamptz, now()), coalesce(line -> 'money', '[]')
  from jsonb_array_elements(lines) with ordinality as listed (line, place),
    lateral private.match_line(courier, line) as p
  order by place
$$;
comment on function private.match_lines(text, jsonb) is 'The lines of a file with their parcels, in their order.';

-- Security definer: parcels cannot be read through the API.
create function public.admin_match_lines(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 65536, array['lines']);
  if jsonb_typeof(p -> 'lines') is distinct from 'array' or jsonb_array_length(p -> 'lines') > 500 then
    perform private.refuse('bad_field', 'lines');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'matched', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'why', parcel.reason, 'courier', parcel.courier
        )
        order by place
      ),
      '[]'
    )
    from jsonb_array_elements(p -> 'lines') with ordinality as listed (line, place),
      lateral private.match_line(null, line) as parcel
      left join public.orders as o on o.id = parcel.order_id and parcel.is_current
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_match_lines(jsonb) to authenticated;
comment on function public.admin_match_lines(jsonb) is
  'The orders of lines {reference?, trackingNumber?} as a file of any courier has them: for each, in their order, the
one whose parcel it is now, and why it has none, and the courier of the parcel. For admins.';

create function private.file_move(
  p private.parcels, state private.parcel_state, at timestamptz, reason text
) returns text
language sql immutable set search_path = '' as $$
  select case
    -- A delivery that failed again has the newest reason.
    when state = p.state then
      case when state = 'attempt_failed' and reason <> coalesce(p.reason, '') and not is_older then 'moves' else 'same' end
    when state::text = any (before::text[]) then 'behind'
    when is_end then p.state::text
    -- These two have no order but that of their times.
    when is_older and array[state, p.state] <@ '{out_for_delivery,attempt_failed}' then 'behind'
    when not p.is_current and state not in ('returned', 'received_back', 'lost') then 'sent_again'
    when state = 'cancelled' and p.state <> 'booked' then 'on_the_way'
    else 'moves'
  end
  from (select (at < p.state_at) is true as is_older) as given, (values
    ('booked', '{}', false),
    ('handed_over', '{booked}', false),
    ('out_for_delivery', '{booked,handed_over}', false),
    ('attempt_failed', '{booked,handed_over}', false),
    ('returning', '{booked,handed_over,out_for_delivery,attempt_failed}', false),
    ('returned', '{booked,handed_over,out_for_delivery,attempt_failed,returning}', false),
    ('received_back', '{booked,handed_over,out_for_delivery,attempt_failed,returning,returned}', true),
    ('delivered', '{booked,handed_over,out_for_delivery,attempt_failed}', true),
    ('lost', '{booked,handed_over,out_for_delivery,attempt_failed}', true),
    ('cancelled', '{booked}', true)
  ) as parcel (parcel_state, before, is_end)
  where parcel_state = p.state::text
$$;
comment on function private.file_move(private.parcels, private.parcel_state, timestamptz, text) is
  'What a state in a file does to a parcel: it moves it, is the same or behind, or is in conflict with the state, the
name of which is then returned, or with an order that was sent again. A delivery or an attempt changes either way.';

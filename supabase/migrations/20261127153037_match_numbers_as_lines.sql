-- The numbers that come back from a courier are matched by the function that matches the lines of its files.
create or replace function private.match_line(courier text, line jsonb) returns private.parcels
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

-- Security definer: parcels cannot be read through the API.
create or replace function public.admin_match_lines(p jsonb default '{}') returns jsonb
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
        jsonb_build_object('id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'why', parcel.reason)
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
one whose parcel it is now, and why it has none. For admins.';

drop function admin_find_numbers(jsonb);
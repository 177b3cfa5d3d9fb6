/*
 * The files that were applied: their list, one with its parcels, undoing one, and whether its money is in the
 * bank.
 */

create view private.listed_payments as
  select
    id, courier, coalesce(written_number, number) as number, file_name as "fileName", dated, applied_at as "appliedAt", undone_at as "undoneAt",
    in_bank_at as "inBankAt", cardinality(private.parcels_of(id)) as parcels, paid.*,
    (
      select request from private.acts where act = 'apply' and orders @> array[id::text] and before ? id::text
    ) as request
  from private.statements as statement, lateral (
    select coalesce(sum(collected), 0)::bigint as "customersPaid", coalesce(sum(kept), 0)::bigint as "couriersKept",
      coalesce(sum(unlisted), 0)::bigint as unlisted, coalesce(sum(came), 0)::bigint as came,
      coalesce(
        jsonb_agg(jsonb_build_object('day', day, 'came', came) order by day) filter (where came <> 0), '[]'
      ) as days
    from private.payments where statement_id = statement.id
  ) as paid;
comment on view private.listed_payments is
  'Files with what they pay, their number of parcels and the act that applied them, as the API has them.';

-- Security definer: the files cannot be read through the API.
create function public.admin_statements(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than numeric;
  shown bigint[];
begin
  perform private.require_admin();
  older_than := (p ->> 'older')::numeric;
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.statements
    where (older_than is null or id < older_than)
      and (not p ? 'unticked' or id in (select id from private.unticked_payments))
    order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'statements', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by id desc), '[]')
      from private.listed_payments as listed where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
grant execute on function public.admin_statements(jsonb) to authenticated;
comment on function public.admin_statements(jsonb) is
  'A page of files for {older?, unticked?}, newest first, for admins: all, or those that wait for their tick.';

-- Security definer: as public.admin_statements(). Without sequential scans, as public.admin_act().
create function public.admin_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  listed private.listed_payments;
begin
  perform private.require_admin();
  select * into listed from private.listed_payments where id = (p ->> 'id')::bigint;
  if not found then
    return private.respond(200, null);
  end if;
  return private.respond(200, jsonb_build_object(
    'statement', to_jsonb(listed),
    'lines', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'parcel', saved.id, 'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
          'city', o.shipping_address ->> 'city', 'trackingNumber', saved.tracking_number, 'state', saved.state,
          'toCollect', saved.to_collect, 'paid', saved.paid, 'overpaid', greatest(saved.paid - saved.to_collect, 0),
          'money', (
            select coalesce(
              jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated) order by id), '[]'
            )
            from private.money_lines where parcel_id = saved.id and statement_id = listed.id
          )
        )
        order by saved.id
      ), '[]')
      from unnest(private.parcels_of(listed.id)) as shown (id)
      join private.parcels as saved using (id)
      join public.orders as o on o.id = saved.order_id
    ),
    -- Pages that were loaded before all parcels came at once, which a file of 4 MB bounds, ask for more until there is none.
    'next', null
  ));
end
$$;
grant execute on function public.admin_statement(jsonb) to authenticated;
comment on function public.admin_statement(jsonb) is
  'The file of an {id} and its parcels, with their money in it and what all files paid of them; or null. For admins.';

create function private.undo_file(p_id bigint) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  undone private.statements;
  former private.statements;
  numbered bigint[];
  others text[];
  response jsonb;
begin
  update private.statements set undone_at = now() where id = p_id and undone_at is null returning * into undone;
  if not found then
    return '{"ok": false, "code": "stale"}'::jsonb;
  end if;
  select * into former from private.statements where id = undone.replaces and taken_back is not null;
  perform private.lock_parcels(private.parcels_of(undone.id) || array(
    select (said ->> 'parcel')::bigint
    from jsonb_path_query(former.taken_back, '$.*[*]') as said
  ));
  -- Another file may have its number or its lines meanwhile.
  if former.id is not null and not exists (
    select from private.statements as other
    where other.courier = former.courier and other.undone_at is null
      and (other.digest = former.digest or other.number = former.number)
  ) then
    return private.bring_back(former, undone);
  end if;
  numbered := private.numbered_by(undone.id);
  others := array(
    select order_id from private.parcels
    where id = any (private.parcels_of(undone.id)) and undone.numbered ? id::text and id <> all (numbered)
  );
  perform private.take_numbers_back(undone.id, numbered);
  response := private.take_back(undone.id);
  return jsonb_set(response, '{left}', (response -> 'left') || coalesce((
    select jsonb_agg(jsonb_build_object('why', 'changed_since', 'orderId', id) order by id)
    from unnest(others) as id
    where not response -> 'left' @> jsonb_build_array(jsonb_build_object('orderId', id))
  ), '[]'));
end
$$;
comment on function private.undo_file(bigint) is
  'Undoes a file: its money goes, and states and numbers go back where nothing newer happened. The others are in
"left". One in whose place it was is applied again, and named in "restored".';

create function private.undo_applied(before jsonb) returns jsonb[]
language sql volatile set search_path = '' as $$
  select array(
    select jsonb_build_object('id', id) || private.undo_file(id::bigint)
    from jsonb_object_keys(before) as id order by id::bigint desc
  )
$$;
comment on function private.undo_applied(jsonb) is 'Undoes the files of an act, the last one first.';

create function private.bank_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 1024, array['id', 'inBank']);
  if jsonb_typeof(asked -> 'inBank') is distinct from 'boolean' then
    perform private.refuse('bad_field', 'inBank');
  end if;
  update private.statements set
    in_bank_at = case when (asked ->> 'inBank')::boolean then coalesce(in_bank_at, now()) end
  where id = (asked ->> 'id')::bigint and undone_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;
comment on function private.bank_row(jsonb) is
  'A row of the act "bank": whether what a file pays is in the bank, {id, inBank}. The other tick undoes it.';

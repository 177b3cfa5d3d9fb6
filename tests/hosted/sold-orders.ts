/* A shop that sold: its orders went through batches, statements, the returns desk, and every other act on parcels. */
import type { HostedProject } from '#tools/hosted-postgres/hosted-project.ts'

const SESSION = '00000000-0000-4000-8000-00000000005a'

const IDS = "select id from public.orders where id not like 'REPLACE%' order by id"

/** Orders that were booked one by one. */
const SINGLE = `(array(${IDS}))[351:400]`

/** What the acts below need of a connection: an admin who is signed in. */
const AS_ADMIN = `
  select set_config('request.method', 'POST', false), set_config('request.jwt.claims', jsonb_build_object(
    'role', 'authenticated', 'sub', user_id, 'session_id', '${SESSION}'
  )::text, false) from private.store_admins`

/** By place of the order; those that are not named stay as they were placed. Two of one phone end with A and B. */
const SELL = `
create function pg_temp.done(response jsonb) returns jsonb language plpgsql as $$
begin
  if (response ->> 'ok')::boolean is not true then
    raise exception '%', response;
  end if;
  return response;
end $$;

create function pg_temp.act(name text, p jsonb) returns jsonb language plpgsql as $$
declare
  response jsonb;
begin
  execute format('select public.%I($1)', name) into response using p;
  return pg_temp.done(response);
end $$;

create function pg_temp.book(p_id text, booking jsonb) returns void language sql as $$
  select pg_temp.act('admin_book_order', booking || jsonb_build_object(
    'id', id, 'version', version, 'include', '["marked", "unconfirmed", "changed"]'::jsonb
  )) from public.orders where id = p_id
$$;

create function pg_temp.batch(ids text[]) returns jsonb language sql as $$
  select pg_temp.act('admin_create_batch', jsonb_build_object(
    'courier', 'postex', 'ids', to_jsonb(ids), 'include', '["marked", "unconfirmed", "changed"]'::jsonb
  )) -> 'batch' -> 'id'
$$;

create function pg_temp.statement(lines jsonb) returns jsonb language sql as $$
  select pg_temp.act('admin_apply_statement', jsonb_build_object(
    'token', gen_random_uuid(), 'courier', 'postex', 'fileName', 'payments.xlsx', 'lines', lines,
    'digest', encode(sha256(lines::text::bytea), 'hex')
  )) -> 'statement'
$$;

create function pg_temp.line(nth integer, id text, state text, money jsonb default '[]') returns jsonb language sql as $$
  select jsonb_build_object('row', nth, 'reference', id, 'state', state, 'money', money)
$$;

do $sell$
declare
  ids constant text[] := array(${IDS});
  states constant text[] := '{delivered,returned,attempt_failed,out_for_delivery,returning,lost}';
  saved jsonb;
begin
  perform pg_temp.batch(ids[1:300]);
  perform pg_temp.act('admin_undo_batch', jsonb_build_object('id', pg_temp.batch(ids[301:330])));
  perform pg_temp.batch(ids[331:350]);
  for nth in 1..250 loop
    perform pg_temp.book(ids[nth], jsonb_build_object('trackingNumber', 'PX ' || nth, 'status', 'shipped'));
  end loop;
  perform pg_temp.statement((
    select jsonb_agg(pg_temp.line(nth, ids[nth], states[1 + nth % 6], case nth % 6 when 0 then
      '[{"kind": "cash", "amount": 80900}, {"kind": "fee", "amount": -15000}]'::jsonb else '[]' end))
    from generate_series(1, 200) as nth
  ));
  -- Delivered after all, and undone again.
  perform pg_temp.act('admin_undo_statement', jsonb_build_object('id', pg_temp.statement((
    select jsonb_agg(pg_temp.line(nth, ids[nth], 'delivered')) from generate_series(201, 220) as nth
  ))));
  for nth in 221..240 loop
    perform pg_temp.act('admin_check_in', jsonb_build_object(
      'code', ids[nth], 'token', gen_random_uuid(),
      'act', ('{returned,refused,received_back,damaged,lost}'::text[])[1 + nth % 5]
    ));
  end loop;
  for nth in 221..230 loop
    if nth % 5 < 4 then
      select pg_temp.act('admin_send_again', jsonb_build_object('id', id, 'version', version)) into saved
      from public.orders where id = ids[nth];
    end if;
    if nth % 2 = 0 then
      perform pg_temp.book(ids[nth], jsonb_build_object('courier', 'tcs', 'trackingNumber', 'TCS ' || nth));
    end if;
  end loop;
  for nth in 351..400 loop
    perform pg_temp.book(ids[nth], (array[
      '{"courier": "tcs"}', '{"trackingNumber": "ONLY 1"}', '{"status": "shipped"}',
      '{"status": "delivered", "courier": "leopards"}', '{"status": "cancelled", "outcome": "returned"}',
      '{"status": "cancelled", "outcome": "refused", "courier": "tcs"}',
      '{"status": "cancelled", "endReason": "fake"}', '{"status": "processing"}'
    ])[1 + nth % 8]::jsonb);
  end loop;
  -- Booked, then cancelled, cleared, or given to another courier.
  for nth in 331..350 loop
    perform pg_temp.book(ids[nth], (array[
      '{"status": "cancelled"}', '{"courier": null}', '{"courier": "leopards"}', '{"trackingNumber": "PX-1/2"}'
    ])[1 + nth % 4]::jsonb);
  end loop;
  perform pg_temp.act('admin_join_orders', jsonb_build_object(
    'id', later.id, 'version', later.version, 'into', first.id, 'intoVersion', first.version
  ))
  from public.orders as first join public.orders as later using (phone_key)
  where first.id like 'ZZZZZZ_A' and later.id like 'ZZZZZZ_B';
  for nth in 1..5 loop
    perform pg_temp.act('admin_create_order', jsonb_build_object(
      'id', 'REPLACE' || nth, 'token', 'a-token-of-a-replacement-' || nth, 'replaces', o.id, 'total', 0, 'items',
      jsonb_build_array(jsonb_build_object(
        'id', o.items #> '{0,id}', 'size', o.items #> '{0,size}', 'quantity', 1, 'price', 0
      ))
    )) from public.orders as o where o.id = ids[6 * nth];
  end loop;
  perform pg_temp.act('admin_erase_customer', jsonb_build_object('order', ids[60]));
end
$sell$`

export async function sellOrders({ asPostgres, superuser }: HostedProject): Promise<void> {
  await superuser.query(
    `insert into auth.sessions (id, user_id) select '${SESSION}', user_id from private.store_admins`,
  )
  await asPostgres(AS_ADMIN)
  await asPostgres(SELL)
}

/** As if they were booked by hand, in the SQL editor. */
export async function loseParcels({ asPostgres }: HostedProject): Promise<void> {
  await asPostgres(`delete from private.parcels where order_id = any (${SINGLE})`)
}

/**
 * All that the admin reads of the orders, and of the shop's money, but for events of parcels that may be lost. The
 * dashboard's sums of money stand in those of the evening, and former versions counted a phone's earlier orders only.
 * They called the mark of a rush as the reason of an order that nobody confirmed, counted parcels that come back as on
 * the road, and told what no page reads.
 */
export async function readShop({ asPostgres }: HostedProject): Promise<Record<string, unknown>> {
  await asPostgres(AS_ADMIN)
  const [row] = await asPostgres<{ shop: Record<string, unknown> }>(`
    select regexp_replace(replace(jsonb_strip_nulls(jsonb_build_object(
      'orders', (
        select jsonb_object_agg(id, public.admin_order(id) - case when id = any (${SINGLE}) then 'parcels' else '' end - array['stage', 'earlier', 'outcome', 'mayBeDeleted'])
        from public.orders
      ),
      'lists', (
        select jsonb_agg(jsonb_path_query_array(
          public.admin_orders(jsonb_build_object('filter', filter, 'limit', 100)), '$.orders[*].id'
        ))
        from unnest(array[
          '{"courier": "postex"}', '{"courier": "tcs"}', '{"outcome": "returned"}', '{"outcome": "refused"}', '{"batch": 1}'
        ]::jsonb[]) as filter
      ),
      'found', (
        select jsonb_agg(jsonb_path_query_array(
          public.admin_orders(jsonb_build_object('search', number)), '$.orders[*].id'
        ) order by number)
        from unnest(array['PX 7', 'px-1/2', 'TCS 222', 'only 1']) as number
      ),
      'counts', public.admin_order_counts() - 'waiting', 'dashboard', public.admin_dashboard() - array[
        'databaseBytes', 'recent', 'cashExpected', 'customersPaid', 'couriersKept', 'unlisted', 'inBank', 'notInBank'
      ],
      'evening', public.admin_evening() - array['onTheRoad', 'claims'], 'claims', (
        select jsonb_agg(claim - 'at') from jsonb_array_elements(public.admin_evening() -> 'claims') as claim
      ),
      'batches', public.admin_batches(), 'batch', jsonb_path_query_array(public.admin_batch('{"id": 1}'), '$.orders[*].id'),
      'statements', public.admin_statements(),
      'parcels', (
        select jsonb_agg(to_jsonb(p) - array['id', 'outcome'] order by order_id, nth) from private.parcels as p
      ),
      'sums', (
        select jsonb_build_object('parcels', count(*), 'collect', sum(to_collect), 'paid', sum(paid))
        from private.parcels
      )
    ))::text, '"unconfirmed"', '"unusual_rush"'), ', "source": "(admin|statement)"', '', 'g')::jsonb as shop`)
  return row?.shop ?? {}
}

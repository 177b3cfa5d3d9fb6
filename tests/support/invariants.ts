/*
 * What holds in every shop at any time, whatever was done with it. The queries state it by themselves, without the
 * functions that keep it.
 */
import { computedCounts, savedCounts } from './order-counts.ts'
import type { RunSql } from './run-sql.ts'

const WITH_THE_COURIER =
  "('handed_over', 'out_for_delivery', 'attempt_failed', 'returning', 'lost')"
const ENDED = `('delivered', 'returned', 'received_back', 'lost', 'cancelled')`
const IS_ERASED = "shipping_address ->> 'phone' = '—'"

/** Each finds the rows that break it. */
const RULES: Record<string, string> = {
  'an order has the total of its lines, and a replacement has none': `
    select id from public.orders where total <> (
      select coalesce(sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer), 0)
      from jsonb_array_elements(items) as line
    ) or (total = 0) <> (replaces is not null)`,
  'a replacement has no more units than what it replaces': `
    select again.id from public.orders as again join public.orders as o on o.id = again.replaces
    where (select sum((line ->> 'quantity')::integer) from jsonb_array_elements(again.items) as line)
      > (select sum((line ->> 'quantity')::integer) from jsonb_array_elements(o.items) as line)`,
  'an advance is at most the total': `
    select id from private.order_details join public.orders on id = order_id where advance > total`,
  'only a cancelled order has an outcome or a reason of its end': `
    select o.id from public.orders as o left join private.order_details as details on details.order_id = o.id
    left join private.parcels as p on p.order_id = o.id and p.is_current
    where o.status <> 'cancelled' and coalesce(p.outcome, details.end_reason, details.cancel_reason) is not null`,
  'a parcel that cancelled its order says how it came back': `
    select id from private.parcels
    where is_current and (outcome is not null) <> (state in ('returned', 'received_back'))`,
  'an order without a parcel has no tracking number': `
    select id from public.orders as o where tracking_number is not null
      and not exists (select from private.parcels where order_id = o.id and is_current)`,
  'the history of an order begins pending and ends with its status': `
    select id from public.orders
    where tracking_history #>> '{0,status}' <> 'pending' or tracking_history #>> '{-1,status}' <> status::text`,
  'the last change of status in the log led to the status of the order': `
    select o.id from public.orders as o, lateral (
      select after ->> 'status' as status from private.order_audit
      where order_id = o.id and after ? 'status' order by id desc limit 1
    ) as last
    where last.status <> o.status::text and not ${IS_ERASED}`,
  'an order is found by its number and its phone': `
    select id from public.orders
    where strpos(search_text, lower(id)) = 0 or not ${IS_ERASED} and strpos(search_text, phone_key) = 0`,
  'orders of a device have a key, those that an admin entered have none': `
    select o.id from public.orders as o
    left join private.order_details as details on details.order_id = o.id
    left join private.order_keys as key on key.order_id = o.id
    where (key.order_id is null) <> (o.replaces is not null or coalesce(details.source, 'website') <> 'website')`,
  'an erased order holds no person': `
    select o.id from public.orders as o
    left join private.order_details as details on details.order_id = o.id
    where ${IS_ERASED} and (
      tracking_number is not null or status not in ('delivered', 'cancelled')
      or o.extras <> '{}' or cancel_text is not null
      or exists (select from private.order_notes where order_id = o.id)
      or exists (select from private.help_requests where order_id = o.id)
      or exists (select from private.confirm_codes where order_id = o.id)
      or exists (select from private.notice_targets where order_id = o.id)
      or exists (select from private.exported_orders where order_id = o.id and cells is not null)
      or exists (select from private.confirmation_attempts where order_id = o.id and text is not null)
      or exists (select from private.parcels where order_id = o.id and tracking_number is not null)
      or exists (select from private.order_audit where order_id = o.id and (before || after) ?| array['shippingAddress', 'extras'])
    )`,
  'an order has at most one current parcel, its last': `
    select order_id from private.parcels as p where is_current and exists (
      select from private.parcels as other where other.order_id = p.order_id and other.nth > p.nth
    )`,
  'an order that was sent has a parcel': `
    select id from public.orders as o where status in ('shipped', 'delivered')
      and not exists (select from private.parcels where order_id = o.id and is_current)`,
  'an order and its current parcel have the same number and state': `
    select o.id, p.state, o.status from private.parcels as p join public.orders as o on o.id = p.order_id
    where p.is_current and (
      p.tracking_number is distinct from o.tracking_number
      or o.status::text <> all (case
        when p.state = 'booked' then array['pending', 'processing']
        when p.state in ${WITH_THE_COURIER} then array['shipped']
        when p.state = 'delivered' then array['delivered']
        else array['cancelled']
      end)
    )`,
  'a parcel has an end where its state is one, and a day of delivery where it was delivered': `
    select id from private.parcels where (ended_at is not null) <> (state in ${ENDED})
      or (delivered_on is not null) <> (state = 'delivered')`,
  'the last event of a parcel led to its state': `
    select p.id, p.state, last.state as event from private.parcels as p, lateral (
      select state from private.parcel_events where parcel_id = p.id order by id desc limit 1
    ) as last
    where last.state <> p.state`,
  'what is to be collected of a booked parcel is what its order costs without the advance': `
    select o.id from private.parcels as p join public.orders as o on o.id = p.order_id
    left join private.order_details as details on details.order_id = o.id
    where p.is_current and p.state = 'booked'
      and p.to_collect <> greatest(o.total - coalesce(details.advance, 0), 0) * 100`,
  'a parcel is paid what its lines say': `
    select p.id from private.parcels as p where paid <> (
      select coalesce(sum(amount), 0) from private.money_lines where parcel_id = p.id and kind = 'cash'
    )`,
  'an undone statement has no money': `
    select statement_id from private.money_lines join private.statements on statements.id = statement_id
    where undone_at is not null`,
  'an order is in a live batch of one courier at most, which is its own': `
    select exported.order_id from private.exported_orders as exported
    join private.export_batches as batch on batch.id = batch_id
    left join private.parcels as p on p.order_id = exported.order_id and p.is_current
    where left_at is null and undone_at is null
    group by exported.order_id, p.courier
    having count(distinct batch.courier) > 1 or bool_or(batch.courier is distinct from p.courier)`,
  'a joined order is cancelled as that': `
    select id, status, end_reason from private.joined_orders
    join public.orders on id = order_id join private.order_details using (order_id)
    where (status, end_reason) is distinct from ('cancelled', 'joined')`,
}

/** The rules of the saved stages, of which order_stage is the source. */
const STAGE_RULES: Record<string, string> = {
  'the lists and counts of stages have each order at its own': `
    select coalesce(order_id, id) as id, saved.stage, o.stage as own
    from private.staged_orders as saved full join private.order_stage as o on id = order_id
    where (saved.date, saved.stage, saved.due_at, saved.turn) is distinct from (o.date, o.stage, o.due_at, o.turn)`,
  'each stage is counted': `
    select stage, orders, own.rows from private.stage_counts full join (
      select stage, count(*) as rows from private.staged_orders group by stage
    ) as own using (stage) where coalesce(orders, 0) <> coalesce(own.rows, 0)`,
}

/** As brokenInvariants(), for the stages alone. */
export async function brokenStages(sql: RunSql): Promise<Record<string, unknown>> {
  // As whoever reads them does.
  await sql('select private.fold_stages()')
  return brokenRules(sql, STAGE_RULES)
}

/** Names the rules that do not hold, each with some rows that break it. */
export async function brokenInvariants(sql: RunSql): Promise<Record<string, unknown>> {
  const broken = { ...(await brokenRules(sql, RULES)), ...(await brokenStages(sql)) }
  const [saved, computed] = [await savedCounts(sql), await computedCounts(sql)]
  for (const name of Object.keys(saved) as (keyof typeof saved)[]) {
    if (JSON.stringify(saved[name]) !== JSON.stringify(computed[name])) {
      broken[`the totals are those of the orders and parcels: ${name}`] = {
        onlySaved: without(saved[name], computed[name]),
        onlyComputed: without(computed[name], saved[name]),
      }
    }
  }
  return broken
}

async function brokenRules(
  sql: RunSql,
  rules: Record<string, string>,
): Promise<Record<string, unknown>> {
  const broken: Record<string, unknown> = {}
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await sql(`${query} limit 5`)
    if (rows.length > 0) broken[rule] = rows
  }
  return broken
}

function without(rows: unknown[], others: unknown[]): string[] {
  const known = new Set(others.map((row) => JSON.stringify(row)))
  return rows
    .map((row) => JSON.stringify(row))
    .filter((row) => !known.has(row))
    .slice(0, 5)
}

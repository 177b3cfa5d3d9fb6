/* Whether an order leaves by a change, and which reasons stop it: the page asks before it sends, the database decides. */
import { expect, test } from 'vitest'
import { leavesBy } from '#admin/acts/dispatch.ts'
import {
  ASKED_REASONS,
  type PackingReason,
  REASON_COUNTS,
  reasonsLeft,
} from '#admin/order/packing.ts'
import { ORDER_STATUSES } from '#order/status.ts'
import { openDatabase } from '../support/database.ts'

const { sql, place } = openDatabase()

/** Of no, one, two … of the items. */
function subsets<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>(
    (found, item) => found.flatMap((some) => [some, [...some, item]]),
    [[]],
  )
}

test('an order leaves by the same changes', async () => {
  await place()
  // On hold, it leaves by no change: one that is refused is one by which it would leave.
  await sql(`insert into private.confirmation_attempts (id, order_id, at, actor, act, reason)
    select gen_random_uuid(), id, now(), 'admin', 'hold', 'other' from public.orders`)
  await sql(`create function pg_temp.leaves(status text, change jsonb) returns boolean language plpgsql as $$
    declare
      former private.bookings;
    begin
      select * into former from private.bookings;
      former.status := status;
      former.tracking_number := 'PX-0';
      former.courier := 'postex';
      perform private.check_leaving(former, jsonb_populate_record(former, change), '[]');
      return false;
    exception when sqlstate 'SHREF' then
      return true;
    end $$`)
  const changes = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.flatMap((status) =>
      [undefined, null, 'tcs'].flatMap((courier) =>
        [undefined, null, 'PX-1'].map((trackingNumber) => {
          const change = {
            ...(status !== from && { status }),
            ...(courier !== undefined && { courier }),
            ...(trackingNumber !== undefined && { trackingNumber }),
          }
          return { from, change }
        }),
      ),
    ),
  )
  const rows = changes.map(({ from, change: { trackingNumber, ...change } }) => ({
    from,
    change: { ...change, ...(trackingNumber !== undefined && { tracking_number: trackingNumber }) },
  }))
  const found = await sql(
    `select pg_temp.leaves(given ->> 'from', given -> 'change') as leaves
     from jsonb_array_elements($1::jsonb) with ordinality as listed (given, nth) order by nth`,
    [JSON.stringify(rows)],
  )
  expect(
    changes.map(({ from, change }) => ({ from, change, leaves: leavesBy(from, change) })),
  ).toEqual(changes.map((one, nth) => ({ ...one, leaves: found[nth]?.['leaves'] })))
})

test('the same reasons are left, whichever are included', async () => {
  const cases = subsets(Object.keys(REASON_COUNTS) as PackingReason[]).flatMap((reasons) =>
    subsets(ASKED_REASONS).map((included) => ({ reasons, included })),
  )
  const found = await sql(
    `select private.reasons_left(
       array(select jsonb_array_elements_text(given -> 'reasons')), given -> 'included'
     ) as left
     from jsonb_array_elements($1::jsonb) with ordinality as listed (given, nth) order by nth`,
    [JSON.stringify(cases)],
  )
  expect(cases.map((one) => ({ ...one, left: reasonsLeft(one.reasons, one.included) }))).toEqual(
    cases.map((one, nth) => ({ ...one, left: found[nth]?.['left'] })),
  )
})

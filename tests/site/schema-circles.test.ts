/*
 * Whoever reads the database of the shop meets neither the admin nor the desk. Where a file still names an object of
 * another circle, it stands in the list, which only becomes shorter.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

type Circle = 'shop' | 'admin' | 'desk'

const CREATES =
  /^create (?:or replace )?(?:unlogged )?(?:function|table|view|type|sequence) ((?:private|public)\.\w+)/gm

const DESK_IN_SHOP = [
  'change-order.sql: private.confirm_codes',
  'change-order.sql: private.is_one_of_many',
  'change-order.sql: private.lock_by_code',
  'change-order.sql: private.mark_order',
  'change-order.sql: private.refuse_code',
  'change-order.sql: private.use_code',
  'customer-acts.sql: private.confirmation_attempts',
  'customer-acts.sql: private.help_requests',
  'messages.sql: private.waiting',
  'order-clients.sql: private.mark_new_order',
  'order-json.sql: private.confirmation_json',
  'order-json.sql: private.couriers',
  'order-json.sql: private.help_requests',
  'order-json.sql: private.marked_orders',
  'order-json.sql: private.order_stage',
  'order-json.sql: private.packable',
  'order-json.sql: private.parcels',
  'place-order.sql: private.claimable_orders',
  'place-order.sql: private.mark_new_order',
  'place-order.sql: private.outbox',
  'track-order.sql: private.confirm_codes',
  'track-order.sql: private.try_code',
  'watch-order.sql: private.notice_settings',
  'watch-order.sql: private.notice_targets',
]

const ADMIN_IN_SHOP = [
  'customer-acts.sql: private.require_admin',
  'limits.sql: private.require_admin',
  'messages.sql: private.list_page',
  'messages.sql: private.read_page',
  'messages.sql: private.require_admin',
  'order-history.sql: private.erasures',
  'orders.sql: private.is_admin',
  'pauses.sql: private.require_admin',
  'place-order.sql: private.erase_orders',
]

const DESK_IN_ADMIN = [
  'admin-orders.sql: private.confirmation_attempts',
  'admin-orders.sql: private.confirmation_json',
  'admin-orders.sql: private.courier_list',
  'admin-orders.sql: private.fold_stages',
  'admin-orders.sql: private.joined_orders',
  'admin-orders.sql: private.money_lines',
  'admin-orders.sql: private.order_notes',
  'admin-orders.sql: private.order_stage',
  'admin-orders.sql: private.packable',
  'admin-orders.sql: private.parcel_events',
  'admin-orders.sql: private.parcels',
  'admin-orders.sql: private.told_messages',
  'admin-orders.sql: private.waiting',
  'dashboard.sql: private.standing_notices',
  'dashboard.sql: private.waiting',
  'delete.sql: private.parcels',
  'list-pages.sql: private.stages',
  'order-filters.sql: private.exported_orders',
  'order-filters.sql: private.parcels',
  'order-filters.sql: private.staged_orders',
  'order-filters.sql: private.stages',
  'order-filters.sql: private.undecided_marks',
  'recount-totals.sql: private.cash_changes',
  'recount-totals.sql: private.parcels',
  'recount-totals.sql: private.statements',
  'recount-totals.sql: private.sum_payments',
  'retention.sql: private.notice_targets',
  'retention.sql: private.outbox',
  'totals.sql: private.cash_changes',
]

/** What the files of a circle name of another: `file: object`. */
function named(circle: Circle, other: Circle): string[] {
  const objects = new Set(
    texts(other).flatMap(({ text }) => Array.from(text.matchAll(CREATES), ([, name]) => name)),
  )
  return texts(circle).flatMap(({ file, text }) => {
    const names = text.match(/\b(?:private|public)\.\w+/g) ?? []
    return [...new Set(names)].filter((name) => objects.has(name)).map((name) => `${file}: ${name}`)
  })
}

function texts(circle: Circle): { file: string; text: string }[] {
  return globSync(`supabase/schemas/${circle}/*.sql`).map((path) => ({
    file: basename(path),
    text: readFileSync(path, 'utf8'),
  }))
}

it.each<[Circle, Circle, string[]]>([
  ['shop', 'desk', DESK_IN_SHOP],
  ['shop', 'admin', ADMIN_IN_SHOP],
  ['admin', 'desk', DESK_IN_ADMIN],
])('the files of the %s name of the %s only what they named', (circle, other, left) => {
  expect(named(circle, other).sort()).toEqual(left)
})

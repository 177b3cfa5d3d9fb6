/*
 * What a courier's file has for parcels that wait for their numbers. They are saved by the act of the batch's page
 * (docs/product.md, rules 21.12 to 21.14).
 */
import { findCourier } from '#admin/order/couriers.ts'
import { type Plan, planBulk } from '#desk/acts/bulk/plan.ts'
import type { Matching } from '#desk/files/numbers/match-numbers.ts'
import type { Receivers } from '#desk/files/numbers/numbered-order.ts'
import { plannedOf } from '#desk/sheets/batches/batch-page.store.ts'
import {
  needsNumber,
  receiversOf,
  type ShownBatch,
  toShownBatch,
} from '#desk/sheets/batches/batch-rows.ts'
import type * as requests from '#desk/sheets/batches/batches.api.ts'
import { wholeBatch } from '#desk/sheets/batches/whole-batch.ts'
import { type CourierSettings, settingsFor } from '#desk/sheets/couriers/courier-settings.ts'

/** Numbers come for the newest ones. */
const MAX_BATCHES = 5

type Requests = Pick<typeof requests, 'fetchBatches' | 'fetchBatch'>

/** The newest batches of a courier with orders that have no number. */
export async function fetchUnnumbered(
  courier: string,
  settings: readonly CourierSettings[],
  { fetchBatches, fetchBatch }: Requests,
): Promise<ShownBatch[]> {
  const { rows } = await fetchBatches({ older: undefined, newer: undefined })
  const open = rows.filter((batch) => batch.courier === courier && batch.stages?.needs_number)
  const whole = await Promise.all(
    open.slice(0, MAX_BATCHES).map(({ id }) => wholeBatch(fetchBatch, id)),
  )
  return whole
    .flatMap((batch) => (batch ? toShownBatch(batch, settingsFor(settings, courier)) : []))
    .filter(({ rows: orders }) => orders.some(needsNumber))
}

/** All of them. A column without ids is that of one batch. */
export function receiversOfAll(courier: string, batches: readonly ShownBatch[]): Receivers {
  const receivers = batches.map(receiversOf)
  const orders = receivers.flatMap((one) => one.orders)
  const open = new Set(orders.flatMap(({ id, closed }) => (closed ? [] : id)))
  return {
    // One that left a batch may be in a later one.
    orders: orders.filter(({ id, closed }) => !closed || !open.has(id)),
    sequences: receivers.flatMap(({ sequences }) => sequences),
    format: findCourier(courier)?.format ?? '',
    mapping: receivers[0]?.mapping ?? {},
  }
}

/** Whether a parcel gets its first number. */
export function numbersAnything({ matches }: Matching): boolean {
  return matches.some(({ order }) => order.trackingNumber === undefined)
}

/** The change that the preview has shown, of delivered orders as well. */
export function planNumbers(
  batches: readonly ShownBatch[],
  numbers: ReadonlyMap<string, string>,
): Plan {
  const orders = batches.flatMap(({ rows }) => plannedOf(rows))
  return planBulk(
    orders,
    { status: undefined, courier: undefined, numbers },
    new Set(['delivered']),
  )
}

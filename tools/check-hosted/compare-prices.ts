/*
 * Compares prices with the database's through place_order(). A total of 0 is never right, so nothing is
 * saved: the response is `total_mismatch` where the size has the database's price, or `item_paused` before the total
 * is looked at.
 */
import type { PricedSize } from '../prices/price-list.ts'
import { aTestOrder } from '../test-orders/test-order.ts'
import type { Project, ProjectResponse } from './project.ts'

export interface Comparison {
  differing: { size: PricedSize; code: 'price_changed' | 'item_unknown' }[]
  /** Whether the database refused a total that the prices do not make. */
  refusesWrongTotal: boolean
  /** Whether an order with a wrong total was accepted: then the prices are unknown. */
  acceptsWrongTotal: boolean
  /** How many sizes were not compared, since the API limits refused tries. */
  skipped: number
}

/** The API takes 30 refused orders in ten minutes from one IP address. */
const MAX_TRIES = 20

/** One order for each size. */
export async function comparePrices(project: Project, sizes: PricedSize[]): Promise<Comparison> {
  const found: Comparison = {
    differing: [],
    refusesWrongTotal: false,
    acceptsWrongTotal: false,
    skipped: Math.max(0, sizes.length - MAX_TRIES),
  }
  for (const size of sizes.slice(0, MAX_TRIES)) {
    const { status, json } = await tryToPlace(project, size)
    const { code } = json
    if (status < 300) return { ...found, acceptsWrongTotal: true }
    if (code === 'total_mismatch') found.refusesWrongTotal = true
    else if (code === 'price_changed' || code === 'item_unknown')
      found.differing.push({ size, code })
    else if (code !== 'item_paused') throw unexpected(status, code)
  }
  return found
}

/** One line for each size that differs, and what to do. `shown` says where its price stands. */
export function differenceLines({ differing, skipped }: Comparison, shown: string): string[] {
  const lines = differing.map(({ size: { id, name, label, price }, code }) => {
    const inDatabase = code === 'item_unknown' ? 'not sold' : 'another price'
    return `${name} (${id}), ${label}: ${price.toFixed(2)} ${shown}, ${inDatabase} in the database.`
  })
  if (lines.length > 0) {
    lines.push('Run `npm run prices -- --push`, or publish the site where the database is right.')
  }
  if (skipped > 0) {
    lines.push(`${skipped} more sizes were not compared: run this again in ten minutes.`)
  }
  return lines
}

function tryToPlace(project: Project, { id, label, price }: PricedSize): Promise<ProjectResponse> {
  const p = aTestOrder({ items: [{ id, size: label, quantity: 1, price }], total: 0 })
  return project.request('/rest/v1/rpc/place_order', { method: 'POST', body: { p } })
}

function unexpected(status: number, code: unknown): Error {
  return new Error(
    code === 'rate_limited'
      ? 'too many tries from here: try again in ten minutes'
      : `place_order responded with status ${status} and code ${code}`,
  )
}

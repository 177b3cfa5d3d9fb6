/*
 * Compares prices with the database's through place_order(). A total of 0 is never right, so nothing is
 * saved: the response is `total_mismatch` where every line has the database's price, else it names the
 * product of the first line that has not.
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

/** What one order may hold. */
const MAX_LINES = 20
/** The API takes 30 tries in ten minutes from one IP address. */
const MAX_TRIES = 20
/** The database cuts the product's id in its response. */
const NAMED_LENGTH = 40

export async function comparePrices(project: Project, sizes: PricedSize[]): Promise<Comparison> {
  const found: Comparison = {
    differing: [],
    refusesWrongTotal: false,
    acceptsWrongTotal: false,
    skipped: 0,
  }
  // Batches of lines that are still to be compared; the last one is next.
  const batches = inBatches(sizes).reverse()
  for (let tries = 0; batches.length > 0 && tries < MAX_TRIES; tries++) {
    const batch = batches.pop() ?? []
    const { status, json } = await tryToPlace(project, batch)
    const { code, field } = json
    if (status < 300) {
      found.acceptsWrongTotal = true
      return found
    }
    if (code === 'total_mismatch') {
      found.refusesWrongTotal = true
      continue
    }
    if (code !== 'price_changed' && code !== 'item_unknown') throw unexpected(status, code)

    const named = batch.filter(({ id }) => id.slice(0, NAMED_LENGTH) === field)
    const others = batch.filter((size) => !named.includes(size))
    const [only] = named
    if (!only) throw unexpected(status, code)
    if (others.length > 0) batches.push(others)
    if (named.length === 1) found.differing.push({ size: only, code })
    else batches.push(...named.map((size) => [size]).reverse())
  }
  found.skipped = batches.flat().length
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

function tryToPlace(project: Project, batch: PricedSize[]): Promise<ProjectResponse> {
  const items = batch.map(({ id, label, price }) => ({ id, size: label, quantity: 1, price }))
  const p = aTestOrder({ items, total: 0 })
  return project.request('/rest/v1/rpc/place_order', { method: 'POST', body: { p } })
}

function unexpected(status: number, code: unknown): Error {
  return new Error(
    code === 'rate_limited'
      ? 'too many tries from here: try again in ten minutes'
      : `place_order responded with status ${status} and code ${code}`,
  )
}

function inBatches(sizes: PricedSize[]): PricedSize[][] {
  const count = Math.ceil(sizes.length / MAX_LINES)
  return Array.from({ length: count }, (_, nth) =>
    sizes.slice(nth * MAX_LINES, (nth + 1) * MAX_LINES),
  )
}

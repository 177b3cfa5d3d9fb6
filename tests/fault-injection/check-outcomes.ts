/* What the database says about what the customers were told. */
import { type Choice, toCart, withoutOrdered } from '#features/cart/cart.ts'
import { toMinor } from '#shared/money.ts'
import type { Customer, Intention, Version } from './customer.ts'

export interface Row {
  id: string
  items: { id: string; size: string; quantity: number; price: number }[]
  total: number
  address: Record<string, string>
}

export interface Breach {
  kind: 'lost' | 'duplicate' | 'hidden' | 'wrong content' | 'wrong cart' | 'unresolved' | 'nobody’s'
  customer: Customer | undefined
  text: string
}

export function judgeAll(customers: Customer[], rows: Row[]): Breach[] {
  const byPhone = Map.groupBy(rows, (row) => row.address['phone'] ?? '')
  const breaches: Breach[] = []
  for (const customer of customers) {
    for (const intention of customer.intentions) {
      const found = byPhone.get(intention.phone) ?? []
      byPhone.delete(intention.phone)
      for (const [kind, text] of judge(intention, found)) breaches.push({ kind, customer, text })
    }
  }
  for (const [phone, [row]] of byPhone) {
    breaches.push({ kind: 'nobody’s', customer: undefined, text: `${row?.id} of ${phone}` })
  }
  return breaches
}

type Complaint = [kind: Breach['kind'], text: string]

function judge(intention: Intention, rows: Row[]): Complaint[] {
  const { orderIds, named, confirmations, phone, end } = intention
  const stored = rows.map((row) => row.id).join(', ') || 'nothing'
  const complaints: Complaint[] = []
  for (const id of new Set([...orderIds, ...named])) {
    if (!rows.some((row) => row.id === id))
      complaints.push(['lost', `${phone}: was told of ${id}, ${stored} is stored`])
  }
  for (const [nth, row] of rows.entries()) {
    if (!isWanted(row, rows.slice(0, nth), intention))
      complaints.push(['duplicate', `${phone}: ${row.id} was not wanted beside ${stored}`])
    if (!isAsPressed(row, intention))
      complaints.push(['wrong content', `${phone}: ${JSON.stringify(row)}`])
    // Who closes the tab for good, or loses the key, cannot be told.
    if (end !== 'forgotten' && !orderIds.has(row.id) && !named.has(row.id))
      complaints.push(['hidden', `${phone}: nobody was told of ${row.id}`])
  }
  for (const { version, orderId, isBeforeChange } of confirmations) {
    const row = rows.find(({ id }) => id === orderId)
    if (row && !isBeforeChange && !isVersion(row, version))
      complaints.push(['hidden', `${phone}: ${orderId} was confirmed for another cart or address`])
  }
  if (end === 'failed' && rows.length > 0)
    complaints.push(['duplicate', `${phone}: refused for good, yet ${stored} is stored`])
  if (end === 'unknown' && orderIds.size === 0)
    complaints.push(['unresolved', `${phone}: came back, and no order was confirmed`])
  return [...complaints, ...judgeCart(intention, rows)]
}

/**
 * A press is a wish for one more order where its customer knew of all the others, unless the page had said
 * that it won't order the same twice.
 */
function isWanted(row: Row, earlier: Row[], { versions, isForgotten }: Intention): boolean {
  // The key of one order may be lost with the storage: the next press is honestly a second one.
  if (earlier.length <= (isForgotten ? 1 : 0)) return true
  return versions.some((version) => {
    const { known, pending } = version
    const isTwice = earlier.some(
      ({ id, ...other }) => id === pending && isVersion({ id, ...other }, version),
    )
    return isVersion(row, version) && !isTwice && earlier.every(({ id }) => known.includes(id))
  })
}

/** An order is what stood on the screen at one of the presses, at the catalogue's prices. */
function isAsPressed(row: Row, { versions }: Intention): boolean {
  return versions.some((version) => isVersion(row, version))
}

function isVersion(row: Row, { items, address }: Version): boolean {
  const priced = toCart(items)
  return (
    JSON.stringify(row.items.map(toChoice)) === JSON.stringify(priced.items.map(toChoice)) &&
    row.items.every((item, nth) => toMinor(item.price) === priced.items[nth]?.price) &&
    toMinor(row.total) === priced.total &&
    Object.entries(address).every(([field, text]) => row.address[field] === text)
  )
}

/**
 * Ordered units have left the cart, and nothing else has. The units of an order whose copy was missing
 * stay until the next order, which holds all that was on the screen.
 */
function judgeCart(
  { cart, wanted, orderIds, named, versions }: Intention,
  rows: Row[],
): Complaint[] {
  if (!cart) return []
  const isReplaced = (id: string) => {
    const later = rows.slice(rows.findIndex((row) => row.id === id) + 1)
    return versions.some(
      (version) => version.pending === id && later.some((row) => isVersion(row, version)),
    )
  }
  const isTold = orderIds.size + named.size > 0
  const taken = isTold ? rows.filter(({ id }) => !isReplaced(id)) : []
  const left = taken.reduce((rest, row) => withoutOrdered(rest, row.items), wanted).items
  const [is, should] = [cart, left].map((items) => JSON.stringify(items.map(toChoice).sort(byId)))
  return is === should ? [] : [['wrong cart', `holds ${is}, should hold ${should}`]]
}

function byId(a: Choice, b: Choice): number {
  return a.id.localeCompare(b.id)
}

function toChoice({ id, size, quantity }: Choice): Choice {
  return { id, size, quantity }
}

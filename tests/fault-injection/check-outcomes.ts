/* Compares the orders in the database with what the pages showed to their customers. */
import { REFUSAL_CODES } from '#api/refusal.ts'
import { toMinor } from '#kit/money.ts'
import { type ChosenLine, priceCart, withoutOrdered } from '#shop/cart/cart.ts'
import type { PlannedPurchase, SimulatedCustomer, Version } from './purchase.ts'

export interface FoundOrder {
  id: string
  items: { id: string; size: string; quantity: number; price: number }[]
  total: number
  address: Record<string, string>
}

export interface Violation {
  kind:
    | 'lost'
    | 'duplicate'
    | 'hidden'
    | 'false refusal'
    | 'wrong content'
    | 'wrong cart'
    | 'unresolved'
    | 'unexpected'
  customer: SimulatedCustomer | undefined
  text: string
}

export function checkOutcomes(customers: SimulatedCustomer[], rows: FoundOrder[]): Violation[] {
  const byPhone = Map.groupBy(rows, (row) => row.address['phone'] ?? '')
  const violations: Violation[] = []
  for (const customer of customers) {
    for (const purchase of customer.purchases) {
      const found = byPhone.get(purchase.phone) ?? []
      byPhone.delete(purchase.phone)
      for (const [kind, text] of checkPurchase(purchase, found))
        violations.push({ kind, customer, text })
    }
  }
  for (const [phone, [row]] of byPhone) {
    violations.push({ kind: 'unexpected', customer: undefined, text: `${row?.id} of ${phone}` })
  }
  return violations
}

type Finding = [kind: Violation['kind'], text: string]

function checkPurchase(purchase: PlannedPurchase, rows: FoundOrder[]): Finding[] {
  const { orderIds, named, confirmations, refusals, phone, end } = purchase
  const saved = rows.map((row) => row.id).join(', ') || 'nothing'
  const violations: Finding[] = []
  for (const id of new Set([...orderIds, ...named])) {
    if (!rows.some((row) => row.id === id))
      violations.push(['lost', `${phone}: the page showed ${id}, ${saved} is saved`])
  }
  for (const [nth, row] of rows.entries()) {
    if (!isExpected(row, rows.slice(0, nth), purchase))
      violations.push(['duplicate', `${phone}: ${row.id} is an extra order beside ${saved}`])
    if (!isOfAPress(row, purchase))
      violations.push(['wrong content', `${phone}: ${JSON.stringify(row)}`])
    // A customer who closed the tab or lost the key cannot be told.
    if (end !== 'forgotten' && !orderIds.has(row.id) && !named.has(row.id))
      violations.push(['hidden', `${phone}: no page showed ${row.id}`])
  }
  for (const { version, orderId, isBeforeChange } of confirmations) {
    const row = rows.find(({ id }) => id === orderId)
    if (row && !isBeforeChange && !isVersion(row, version))
      violations.push(['hidden', `${phone}: ${orderId} was confirmed for another cart or address`])
  }
  for (const { version, code } of refusals) {
    const isSaved = rows.some((row) => isVersion(row, version) && !version.known.includes(row.id))
    if (isSaved && isFinal(code))
      violations.push(['false refusal', `${phone}: the page said ${code}, but ${saved} is saved`])
  }
  if (end === 'failed' && rows.length > 0)
    violations.push(['duplicate', `${phone}: was refused, but ${saved} is saved`])
  if (end === 'unknown' && orderIds.size === 0)
    violations.push(['unresolved', `${phone}: retried without faults, and no order was confirmed`])
  return [...violations, ...checkCart(purchase, rows)]
}

/** Nothing tells the fault 'not found' from a response of the shop. */
function isFinal(code: string): boolean {
  return REFUSAL_CODES.has(code) && code !== 'not_found'
}

/**
 * A press asks for one more order if the page had named all earlier ones, unless it had also said that
 * the same order is not placed twice.
 */
function isExpected(
  row: FoundOrder,
  earlier: FoundOrder[],
  { versions, isForgotten }: PlannedPurchase,
): boolean {
  // If the key was lost with the storage, the next press places a second order.
  if (earlier.length <= (isForgotten ? 1 : 0)) return true
  return versions.some((version) => {
    const { known, pending } = version
    const isTwice = earlier.some(
      ({ id, ...other }) => id === pending && isVersion({ id, ...other }, version),
    )
    return isVersion(row, version) && !isTwice && earlier.every(({ id }) => known.includes(id))
  })
}

/** The order has the cart and the address of one of the presses, at the prices of the catalogue. */
function isOfAPress(row: FoundOrder, { versions }: PlannedPurchase): boolean {
  return versions.some((version) => isVersion(row, version))
}

function isVersion(row: FoundOrder, { items, address }: Version): boolean {
  const priced = priceCart(items)
  return (
    JSON.stringify(row.items.map(toChoice)) === JSON.stringify(priced.items.map(toChoice)) &&
    row.items.every((item, nth) => toMinor(item.price) === priced.items[nth]?.price) &&
    toMinor(row.total) === priced.total &&
    Object.entries(address).every(([field, text]) => row.address[field] === text)
  )
}

/**
 * Ordered units are removed from the cart, and no others. Units of an order whose copy was not sent stay until the next
 * order, which contains the whole cart: then they are not removed twice. Where they were removed meanwhile, the next
 * order does not have them.
 */
function checkCart(
  { cart, added, orderIds, named, versions }: PlannedPurchase,
  rows: FoundOrder[],
): Finding[] {
  if (!cart) return []
  const isReplaced = (replaced: FoundOrder) => {
    const later = rows.slice(rows.indexOf(replaced) + 1)
    return versions.some(
      (version) =>
        version.pending === replaced.id &&
        withoutOrdered(priceCart(replaced.items.map(toChoice)), version.items).items.length === 0 &&
        later.some((row) => isVersion(row, version)),
    )
  }
  const isShown = orderIds.size + named.size > 0
  const removed = isShown ? rows.filter((row) => !isReplaced(row)) : []
  const left = removed.reduce((rest, row) => withoutOrdered(rest, row.items), added).items
  const [is, should] = [cart, left].map((items) => JSON.stringify(items.map(toChoice).sort(byId)))
  return is === should ? [] : [['wrong cart', `holds ${is}, should hold ${should}`]]
}

function byId(a: ChosenLine, b: ChosenLine): number {
  return a.id.localeCompare(b.id)
}

function toChoice({ id, size, quantity }: ChosenLine): ChosenLine {
  return { id, size, quantity }
}

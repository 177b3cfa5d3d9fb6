/* What the database says about what the shoppers were told. */
import { type Choice, toCart, withoutOrdered } from '#features/cart/cart.ts'
import { toMinor } from '#shared/money.ts'
import type { Intention, Shopper } from './shopper.ts'

export interface Row {
  id: string
  items: { id: string; size: string; quantity: number; price: number }[]
  total: number
  address: Record<string, string>
}

export interface Breach {
  kind: 'lost' | 'duplicate' | 'wrong content' | 'wrong cart' | 'unresolved' | 'nobody’s'
  shopper: Shopper | undefined
  text: string
}

export function judgeAll(shoppers: Shopper[], rows: Row[]): Breach[] {
  const byPhone = Map.groupBy(rows, (row) => row.address['phone'] ?? '')
  const breaches: Breach[] = []
  for (const shopper of shoppers) {
    for (const intention of shopper.intentions) {
      const found = byPhone.get(intention.phone) ?? []
      byPhone.delete(intention.phone)
      for (const [kind, text] of judge(intention, found)) breaches.push({ kind, shopper, text })
    }
  }
  for (const [phone, [row]] of byPhone) {
    breaches.push({ kind: 'nobody’s', shopper: undefined, text: `${row?.id} of ${phone}` })
  }
  return breaches
}

type Complaint = [kind: Breach['kind'], text: string]

function judge(intention: Intention, rows: Row[]): Complaint[] {
  const { orderIds, phone, end } = intention
  const stored = rows.map((row) => row.id).join(', ') || 'nothing'
  const [confirmed] = orderIds
  const complaints: Complaint[] = []
  if (rows.length > 1) complaints.push(['duplicate', `${phone}: ${stored}`])
  if (orderIds.size > 1)
    complaints.push(['duplicate', `${phone} was shown ${[...orderIds].join(', ')}`])
  if (confirmed && !rows.some((row) => row.id === confirmed))
    complaints.push(['lost', `${phone}: ${confirmed} was confirmed, ${stored} is stored`])
  if (end === 'failed' && rows.length > 0)
    complaints.push(['duplicate', `${phone}: refused for good, yet ${stored} is stored`])
  if (end === 'unknown' && !confirmed)
    complaints.push(['unresolved', `${phone}: came back, and no order was confirmed`])
  for (const row of rows) {
    if (!isAsWanted(row, intention))
      complaints.push(['wrong content', `${phone}: ${JSON.stringify(row)}`])
  }
  return [...complaints, ...judgeCart(intention, rows)]
}

/** An order is what stood on the screen at one of the presses, at the catalogue's prices. */
function isAsWanted(row: Row, { versions }: Intention): boolean {
  return versions.some(({ items, address }) => {
    const priced = toCart(items)
    return (
      JSON.stringify(row.items.map(toChoice)) === JSON.stringify(priced.items.map(toChoice)) &&
      row.items.every((item, nth) => toMinor(item.price) === priced.items[nth]?.price) &&
      toMinor(row.total) === priced.total &&
      Object.entries(address).every(([field, text]) => row.address[field] === text)
    )
  })
}

/** Ordered pieces have left the cart, and nothing else has. */
function judgeCart({ cart, wanted, orderIds }: Intention, rows: Row[]): Complaint[] {
  if (!cart) return []
  const ordered = orderIds.size > 0 ? (rows[0]?.items ?? []) : []
  const left = withoutOrdered(wanted, ordered).items
  const [is, should] = [cart, left].map((items) => JSON.stringify(items.map(toChoice).sort(byId)))
  return is === should ? [] : [['wrong cart', `holds ${is}, should hold ${should}`]]
}

function byId(a: Choice, b: Choice): number {
  return a.id.localeCompare(b.id)
}

function toChoice({ id, size, quantity }: Choice): Choice {
  return { id, size, quantity }
}

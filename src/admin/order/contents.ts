/* What is in a parcel, in as few words as tell it apart: "2 × 100ml, 1 Pair". */
import type { OrderItem } from '#order/order.ts'
import { priceList } from '#product/price-list.ts'

export type ContentLine = Pick<OrderItem, 'id' | 'name' | 'size' | 'quantity'>

export function formatContents(items: readonly ContentLine[]): string {
  return items.map((item) => `${item.quantity} × ${shortName(item)}`).join(', ')
}

/** What the name of a product has beside what all have: "Pair". The plain one is called by its size. */
function shortName({ name, size }: ContentLine): string {
  const own = name.startsWith(COMMON_NAME) ? name.slice(COMMON_NAME.length) : name
  return own.replace(/^[\s,]+/, '') || size
}

const COMMON_NAME = priceList
  .map(({ name }) => name)
  .reduce((common, name) => {
    let length = 0
    while (length < common.length && common[length] === name[length]) length += 1
    return common.slice(0, length)
  })

/** How many of each are in several parcels together, the most frequent first. */
export function pickList(
  orders: readonly { items: readonly ContentLine[] }[],
): { name: string; size: string; quantity: number }[] {
  const picked = new Map<string, { name: string; size: string; quantity: number }>()
  for (const { id, name, size, quantity } of orders.flatMap(({ items }) => items)) {
    const known = picked.get(`${id} ${size}`)
    picked.set(`${id} ${size}`, { name, size, quantity: (known?.quantity ?? 0) + quantity })
  }
  return [...picked.values()].sort((a, b) => b.quantity - a.quantity)
}

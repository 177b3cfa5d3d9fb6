import type { ContentLine } from '#admin/order/contents-text.ts'
import { lineKey } from '#order/order-lines.ts'

/** How many of each are in several parcels together, the most frequent first. */
export function pickList(
  orders: readonly { items: readonly ContentLine[] }[],
): { name: string; size: string; quantity: number }[] {
  const picked = new Map<string, { name: string; size: string; quantity: number }>()
  for (const line of orders.flatMap(({ items }) => items)) {
    const { name, size } = line
    const known = picked.get(lineKey(line))
    picked.set(lineKey(line), { name, size, quantity: (known?.quantity ?? 0) + line.quantity })
  }
  return [...picked.values()].sort((a, b) => b.quantity - a.quantity)
}

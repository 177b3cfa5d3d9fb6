import type { ContentLine } from '#order/contents.ts'

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

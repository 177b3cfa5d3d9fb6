/*
 * Ordering the same again: the lines of an order go to the cart, which prices them anew. For this tab, so
 * that no URL can put a text on the page of the cart.
 */

import { hasStrings, isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import type { Order, OrderItem } from '#order/order.ts'
import { paths } from '#paths.ts'

/** A line of an earlier order, with its price of that time. */
export type OrderedLine = Pick<OrderItem, 'id' | 'name' | 'size' | 'quantity' | 'price'>

export interface HandedOver {
  orderId: string
  lines: OrderedLine[]
}

const STORAGE_KEY = 'zulf:order-again'

/** The parameter in the URL of the cart. */
const PARAMETER = 'again'

export function handOverToCart({ id, items }: Pick<Order, 'id' | 'items'>): void {
  const lines = items.map(({ id, name, size, quantity, price }) => ({
    id,
    name,
    size,
    quantity,
    price,
  }))
  tabStorage.set(STORAGE_KEY, { orderId: id, lines } satisfies HandedOver)
}

/**
 * What the link of this page's URL handed over, once: a reload of the cart does not find it again. Dropped
 * where another link led to the cart.
 */
export function takeHandedOver(): HandedOver | undefined {
  const saved = tabStorage.get(STORAGE_KEY)
  tabStorage.remove(STORAGE_KEY)
  if (!new URLSearchParams(location.search).has(PARAMETER)) return
  if (!isRecord(saved) || !hasStrings(saved, ['orderId']) || !Array.isArray(saved['lines'])) return
  return { orderId: saved.orderId, lines: saved['lines'].filter(isLine) }
}

/** The lines in the query as well, for browsers that store nothing (docs/product.md, rule 2.14). */
export function pathToOrderAgain({ items }: Pick<Order, 'items'>): string {
  return paths.withLines(paths.cart, PARAMETER, items)
}

function isLine(value: unknown): value is OrderedLine {
  return (
    isRecord(value) &&
    hasStrings(value, ['id', 'name', 'size']) &&
    [value['quantity'], value['price']].every((number) => Number.isSafeInteger(number))
  )
}

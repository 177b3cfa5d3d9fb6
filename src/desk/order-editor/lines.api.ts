import { hasStrings, isRecord } from '#kit/json.ts'
import { toMinor } from '#kit/money.ts'
import type { SoldSize } from './lines.ts'

/** What the site sells now; this page may be older. */
export async function fetchSizes(): Promise<SoldSize[]> {
  const response = await fetch('/prices.json', { cache: 'no-store' })
  const prices: unknown = await response.json()
  if (!Array.isArray(prices) || !prices.every(isPrice)) throw new TypeError('No prices')
  return prices.map(({ id, name, size, price }) => ({ id, name, size, price: toMinor(price) }))
}

function isPrice(value: unknown): value is SoldSize {
  return (
    isRecord(value) &&
    hasStrings(value, ['id', 'name', 'size']) &&
    typeof value['price'] === 'number'
  )
}

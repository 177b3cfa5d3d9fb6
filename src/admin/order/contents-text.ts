/* What is in a parcel, in as few words as tell it apart: "2 × 100ml, 1 × Pair". */
import type { OrderItem } from '#order/order.ts'
import { priceList } from '#product/price-list.ts'

export type ContentLine = Pick<OrderItem, 'id' | 'name' | 'size' | 'quantity'>

export function formatContents(
  items: readonly ContentLine[],
  common: readonly string[] = COMMON_WORDS,
): string {
  return items.map((item) => `${item.quantity} × ${shortName(item, common)}`).join(', ')
}

/** What the name of a product has beside what all have: "Pair". The plain one is called by its size. */
function shortName({ name, size }: ContentLine, common: readonly string[]): string {
  const words = wordsOf(name)
  const isOfFamily = common.every((word, nth) => word === words[nth])
  return words.slice(isOfFamily ? common.length : 0).join(' ') || size
}

/** The words that all names begin with. */
export function commonWords(names: readonly string[]): string[] {
  return names.map(wordsOf).reduce((common, words) => {
    const end = common.findIndex((word, nth) => word !== words[nth])
    return end === -1 ? common : common.slice(0, end)
  })
}

function wordsOf(name: string): string[] {
  return name.split(/[\s,]+/)
}

const COMMON_WORDS = commonWords(priceList.map(({ name }) => name))

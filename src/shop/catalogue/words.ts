/* What customers read about a filter of the catalogue (docs/product.md, rules 1.10 to 1.15). */

/** The parts of a page's description. */
export const DESCRIPTION = {
  matching: (query: string) => `matching “${query}”`,
  category: (category: string) => `in ${category}`,
  prices: (lowest: string, highest: string) => `from ${lowest} to ${highest}`,
  ofAll: 'Herbal hair oil with seven plants. Free shipping on all orders, cash on delivery.',
  ofSome: (parts: string) => `Herbal hair oil: ${parts}.`,
}

/** "1 product found", "3 products found". */
export function countSentence(count: number): string {
  return count === 1 ? '1 product found' : `${count} products found`
}

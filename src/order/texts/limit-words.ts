/* Words of the limits of an order (docs/product.md, rules 17.1 and 17.2). */

export function tooManyItems(most: number): string {
  return `We can send at most ${most} different items in one order.`
}

export function tooManyUnits(most: number, name: string): string {
  return `We can send at most ${most} of ${name} in one order.`
}

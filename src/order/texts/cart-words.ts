/** What the link to the cart is called, on every page: its words alone, which come with the first script. */
export function cartLabel(units: number): string {
  if (units === 0) return 'Cart'
  return units === 1 ? 'Cart, 1 item' : `Cart, ${units} items`
}

/* What ProductChat.astro does in the browser: its order has the chosen size and quantity. */

import { printPurchase } from '#order/texts/purchase-text.ts'
import { findPricedProduct, type Size, sellingPrice } from '#product/price-list.ts'

export function startProductChat(link: HTMLAnchorElement): void {
  // The focus comes after what was typed is valid again; a press gives it in some browsers only.
  for (const event of ['focus', 'click']) link.addEventListener(event, () => writeChoice(link))
}

function writeChoice(link: HTMLAnchorElement): void {
  const form = document.querySelector<HTMLFormElement>('[data-enhance="purchase"]')
  const fields = new FormData(form ?? undefined)
  const product = findPricedProduct(String(fields.get('product')))
  const size = product?.sizes.find(({ label }) => label === fields.get('size'))
  const quantity = Number(fields.get('quantity'))
  if (!product || !size) return
  const lines = [printChoice(product.name, size, quantity), link.dataset['note']]
  link.search = `?text=${encodeURIComponent(lines.filter(Boolean).join('\n'))}`
}

/** The text that orders a size of a product. */
export function printChoice(name: string, size: Size, quantity: number): string {
  return printPurchase({
    items: [{ name, size: size.label, quantity }],
    total: sellingPrice(size) * quantity,
  })
}

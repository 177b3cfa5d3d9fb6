import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'
import { removeFromCart, setQuantity } from '../cart.store.ts'
import type { CartItem } from '../cart.ts'

export interface DrawerLine {
  element: HTMLElement
  show: (item: CartItem) => void
}

/** A line of the drawer, kept while its item is in the cart so that the focus stays where it is. */
export function createLine({ id, name, size, image }: CartItem): DrawerLine {
  const element = copyMould()
  const part = <Part extends HTMLElement>(of: string) => find<Part>(element, `[data-line-${of}]`)
  const link = part<HTMLAnchorElement>('name')
  const less = part<HTMLButtonElement>('less')
  const more = part('more')
  const remove = part('remove')
  const quantity = part('quantity')

  part<HTMLImageElement>('image').src = image
  part('size').textContent = size
  link.textContent = name
  link.href = paths.product(id)
  link.id = `drawer-${id}-${size.replaceAll(' ', '')}`
  for (const button of [less, more]) button.setAttribute('aria-describedby', link.id)
  remove.ariaLabel = `Remove ${name}`

  less.addEventListener('click', () => setQuantity(id, size, Number(quantity.textContent) - 1))
  more.addEventListener('click', () => setQuantity(id, size, Number(quantity.textContent) + 1))
  remove.addEventListener('click', () => removeFromCart(id, size))

  return {
    element,
    show(item) {
      quantity.textContent = String(item.quantity)
      part('total').textContent = formatMoney(item.price * item.quantity)
      // A disabled button drops the focus; its neighbour is the next best place.
      if (item.quantity === 1 && document.activeElement === less) more.focus()
      less.disabled = item.quantity === 1
    },
  }
}

function copyMould(): HTMLElement {
  const mould = find<HTMLTemplateElement>(document, '#cart-drawer-line')
  return find<HTMLElement>(mould.content, 'li').cloneNode(true) as HTMLElement
}

export function find<Found extends HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector)
  if (!found) throw new Error(`The cart's drawer has no ${selector}`)
  return found
}

import { TrashIcon } from '#kit/view/icons.tsx'
import { lineId } from './cart.ts'
import { removeFromCart, restoreToCart } from './change-cart.store.ts'
import type { ShownLine } from './removed-lines.ts'

/**
 * Removes a line, and restores a removed one. The focus stays on it, also where an empty cart takes the place of the
 * lines.
 */
export function RemoveButton({ line: { item, isRemoved } }: { line: ShownLine }) {
  const buttonId = `remove-${lineId(item)}`

  function act(): void {
    if (isRemoved) restoreToCart(item.id, item.size)
    else removeFromCart(item.id, item.size)
    requestAnimationFrame(() => document.getElementById(buttonId)?.focus())
  }

  return (
    <button
      id={buttonId}
      type="button"
      data-button="remove"
      aria-label={`${isRemoved ? 'Undo removing' : 'Remove'} ${item.name}`}
      // The second press of a double click would take the first one back.
      onClick={({ detail }) => detail < 2 && act()}
      className={`grid min-h-touch min-w-touch place-items-center rounded-md hover:bg-sand ${isRemoved ? 'px-2 font-semibold text-forest underline underline-offset-4' : 'text-muted hover:text-danger'}`}
    >
      {isRemoved ? <span>Undo</span> : <TrashIcon />}
    </button>
  )
}

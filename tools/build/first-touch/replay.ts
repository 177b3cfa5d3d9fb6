import type { KeptAction } from './early.ts'

/** React takes the fields for what was printed: before it looks, they are that again. Returns the way back. */
export function resetFields(island: Element): () => void {
  const held = Array.from(island.querySelectorAll('input'), (field) => {
    const { value, checked } = field
    return { field, state: { value, checked } }
  })
  for (const { field } of held) {
    if (isTicked(field)) field.checked = field.defaultChecked
    else field.value = field.defaultValue
  }
  return () => {
    for (const { field, state } of held) Object.assign(field, state)
  }
}

/** Everything once, in its order. */
export async function replay(island: Element, actions: KeptAction[]): Promise<void> {
  // React hydrates when it finds the time, but for such an event at once.
  island.firstElementChild?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  for (const action of actions) {
    repeat(action)
    // The next action must meet what this one has changed on the screen.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function repeat({ target, value, checked }: KeptAction): void {
  if (target instanceof HTMLButtonElement) target.click()
  if (target instanceof HTMLInputElement) {
    if (!isTicked(target)) enter(target, value)
    else if (target.checked !== checked) target.click()
  }
}

/** React overlooks a value that is set through the element itself. */
function enter(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // Whoever is elsewhere by now has left the field, which is when half a number goes.
  if (field !== document.activeElement)
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

function isTicked({ type }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio'
}

/* What is done in an island's form, where only HTML can do it. */

/** A button that adds to the number beside it (ui/QuantityStepper.tsx) does so. Returns that field. */
export function step({ type, value, parentElement }: HTMLButtonElement): HTMLInputElement | null {
  if (type !== 'button' || !value) return null
  const field = parentElement?.querySelector('input') ?? null
  field?.stepUp(Number(value))
  return field
}

/** Returns false for what a form without script does not know, or cannot do without a network. */
export function doPlainly(target: Element): boolean {
  const { form, type } = target as HTMLInputElement | HTMLButtonElement
  // What was typed or chosen stands in its field, to be sent with the rest.
  if (!/submit|checkbox/.test(type)) return !/button|range/.test(type)
  if (navigator.onLine) form?.requestSubmit(type === 'submit' ? (target as HTMLElement) : null)
  return navigator.onLine
}

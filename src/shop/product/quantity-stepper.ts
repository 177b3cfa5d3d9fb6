/**
 * Starts a printed QuantityStepper whose field is named "quantity". What is half typed stays in the
 * field until that is left. Calls back with the last valid quantity, now and after each change.
 */
export function startStepper(form: HTMLFormElement, follow: (quantity: number) => void): void {
  const field = form.elements.namedItem('quantity')
  if (!(field instanceof HTMLInputElement)) throw new Error('The form has no quantity')
  const [less, more] = field.parentElement?.querySelectorAll('button') ?? []
  if (!less || !more) throw new Error('The quantity has no buttons')
  let quantity = 1

  const read = () => {
    const { valueAsNumber, validity } = field
    if (validity.valid && Number.isSafeInteger(valueAsNumber)) quantity = valueAsNumber
    less.disabled = quantity <= 1
    follow(quantity)
  }
  const set = (changed: number) => {
    field.value = String(changed)
    read()
  }

  // What was typed before this ran.
  read()
  field.addEventListener('input', read)
  field.addEventListener('blur', () => set(quantity))
  more.addEventListener('click', () => set(quantity + 1))
  less.addEventListener('click', () => {
    // A disabled button drops the focus; its neighbour is the next best place.
    if (quantity === 2 && document.activeElement === less) more.focus()
    set(quantity - 1)
  })
}

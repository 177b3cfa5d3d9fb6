import { useId, useState } from 'react'
import { QuantityStepper } from '#kit/form/QuantityStepper.tsx'
import { setQuantity } from './change-cart.store.ts'
import type { ShownLine } from './removed-lines.ts'
import { typedQuantity } from './typed-quantity.ts'

export interface CartQuantityProps {
  line: ShownLine
  /** The id of the element that names the product. */
  nameId: string
}

/** The quantity of a line. What is typed counts on Enter, and when the field is left. A removed line says so instead. */
export function CartQuantity({ line: { item, isRemoved }, nameId }: CartQuantityProps) {
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState('')
  const problemId = useId()

  function change(quantity: number): void {
    setTyped(undefined)
    setProblem('')
    setQuantity(item.id, item.size, quantity)
  }

  /** Removes the problem at once: removed when the field is left, it would move the button that is pressed then. */
  function type(text: string): void {
    setTyped(text)
    setProblem('')
  }

  /** Whether what was typed can be a quantity. */
  function commit(): boolean {
    if (typed === undefined) return true
    const quantity = typedQuantity(typed, item.name)
    if (typeof quantity === 'number') change(quantity)
    else {
      setTyped(undefined)
      setProblem(quantity)
    }
    return typeof quantity === 'number'
  }

  return (
    <>
      {!isRemoved && (
        <QuantityStepper quantity={item.quantity} onChange={change} describedAs={nameId}>
          <input
            aria-label="Quantity"
            aria-describedby={`${nameId} ${problemId}`}
            inputMode="numeric"
            enterKeyHint="done"
            autoComplete="off"
            value={typed ?? item.quantity}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => type(target.value)}
            onBlur={() => commit() || ignorePress()}
            onKeyDown={({ key }) => key === 'Enter' && commit()}
            className="min-h-touch w-[4ch] min-w-touch text-center tabular-nums"
          />
        </QuantityStepper>
      )}
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p id={problemId} role="alert" className="max-w-60 text-danger text-sm not-empty:mt-1">
        {isRemoved ? '' : problem}
      </p>
      <p role="status" className="text-muted">
        {isRemoved && 'Removed'}
      </p>
    </>
  )
}

/** Ignores the press that leaves an invalid field: it would order another quantity than was typed. The next one works. */
function ignorePress(): void {
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  const ignore = (event: MouseEvent) => {
    if (!(event.target as Element).closest('a, [type="submit"]')) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, options)
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => ended.abort(), options)
}

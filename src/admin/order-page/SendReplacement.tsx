import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { MAX_NOTE_LENGTH, type OrderInFull } from '#admin/order/orders.ts'
import { soldKey } from '#admin/order-editor/lines.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { NumberInput } from '#kit/form/NumberInput.tsx'
import { submissionProblem } from '#kit/form/submit.ts'
import type { OrderItem } from '#order/order.ts'
import { REPLACEMENT } from '#paths.ts'
import { createReplacement } from './replacement.store.ts'

const NOT_KNOWN =
  'It is not known whether the replacement is saved: the response did not arrive. Press the button again: it is not saved twice.'

/** Sends lines of the order again, to the same phone and address, for nothing (docs/product.md, rule 21.30). */
export function SendReplacement({ found }: { found: OrderInFull }) {
  const { order, replacedBy } = found
  const [store] = useState(() => createReplacement())
  const submission = useStore(store.$submission)
  const lines = replaceableLines(order.items)
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const [note, setNote] = useState('')
  const [isWanted] = useState(() => location.hash === `#${REPLACEMENT}`)
  const quantityOf = (line: OrderItem) => quantities[soldKey(line)] ?? (lines.length === 1 ? 1 : 0)
  const items = lines
    .map((line) => ({ id: line.id, size: line.size, quantity: quantityOf(line) }))
    .filter(({ quantity }) => quantity > 0)

  return (
    <details
      id={REPLACEMENT}
      open={isWanted}
      className="rounded-lg border border-line"
      data-no-print
    >
      <summary className="min-h-touch cursor-pointer p-4 font-heading text-h3">
        Send a Replacement
      </summary>
      <form
        aria-label="Replacement"
        className="grid gap-4 border-t border-line p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void store.send({ replaces: order.id, items, note })
        }}
      >
        <p className="max-w-prose">
          A new order to the same phone and address, with nothing to collect. It counts as no sale.
          {replacedBy && ` Order ${replacedBy} replaces items of this one already.`}
        </p>
        {lines.map((line) => (
          <UnitsOfLine
            key={soldKey(line)}
            line={line}
            quantity={quantityOf(line)}
            onChange={(quantity) => {
              setQuantities({ ...quantities, [soldKey(line)]: quantity })
              store.clear()
            }}
          />
        ))}
        <Field
          label="Note on the replacement"
          name="replacementNote"
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <p role="alert" className="text-danger empty:hidden">
          {submissionProblem(submission, () => NOT_KNOWN)}
        </p>
        <Button
          variant="primary"
          type="submit"
          isBusy={submission.state === 'sending' || submission.state === 'done'}
          className="justify-self-start"
        >
          Send Replacement
        </Button>
      </form>
    </details>
  )
}

interface UnitsOfLineProps {
  line: OrderItem
  quantity: number
  onChange: (quantity: number) => void
}

/** How many of its units are sent again. */
function UnitsOfLine({ line, quantity, onChange }: UnitsOfLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <NumberInput
        aria-label={`Units of ${line.name} (${line.size}) to send again`}
        min={0}
        max={line.quantity}
        value={quantity}
        onChange={onChange}
        className="min-h-touch w-20 rounded-md border border-edge bg-paper px-3"
      />
      <span className="min-w-0">
        of {line.quantity} × {line.name} ({line.size})
      </span>
    </div>
  )
}

/** Joined orders may have a size at two prices: one line here. */
function replaceableLines(items: readonly OrderItem[]): OrderItem[] {
  const lines = new Map<string, OrderItem>()
  for (const item of items) {
    const quantity = (lines.get(soldKey(item))?.quantity ?? 0) + item.quantity
    lines.set(soldKey(item), { ...item, quantity })
  }
  return [...lines.values()]
}

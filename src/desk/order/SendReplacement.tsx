import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { MAX_NOTE_LENGTH } from '#desk/order-editor/typed-contents.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { NumberInput } from '#kit/form/NumberInput.tsx'
import { lineKey } from '#order/order-lines.ts'
import { createReplacement } from './replacement.store.ts'

/** Sends lines of the order again, to the same phone and address, for nothing (docs/desk-rules.md, rule 21.30). */
export function SendReplacement({ found: { order, replacedBy } }: { found: OrderWithHistory }) {
  const [store] = useState(() => createReplacement(order))
  const { state, problem, isRestored } = useStore(store.$form)
  const lines = store.lines()
  return (
    <form
      aria-label="Replacement"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void store.save()
      }}
    >
      <p className="max-w-prose">
        A new order to the same phone and address, with nothing to collect. It counts as no sale.
        {replacedBy && ` Order ${replacedBy} replaces items of this one already.`}
      </p>
      {isRestored && <p role="status">What you typed here before is filled in again.</p>}
      {store.sent.map(({ name, size, quantity, ...line }, nth) => (
        <div key={lineKey({ ...line, size })} className="flex flex-wrap items-center gap-3">
          <NumberInput
            aria-label={`Units of ${name} (${size}) to send again`}
            min={0}
            max={quantity}
            value={Number(lines[nth]?.quantity)}
            onChange={(units) => store.typeLine(nth, { quantity: String(units) })}
            className="min-h-touch w-20 rounded-md border border-edge bg-paper px-3"
          />
          <span className="min-w-0">
            of {quantity} × {name} ({size})
          </span>
        </div>
      ))}
      <Field
        label="Note on the replacement"
        name="replacementNote"
        maxLength={MAX_NOTE_LENGTH}
        value={store.texts().note}
        onChange={(event) => store.type('note', event.currentTarget.value)}
      />
      <p role="alert" className="text-danger empty:hidden">
        {problem}
      </p>
      <Button
        variant="primary"
        type="submit"
        isBusy={state === 'sending' || state === 'done'}
        className="justify-self-start"
      >
        Send Replacement
      </Button>
    </form>
  )
}

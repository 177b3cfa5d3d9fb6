import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { formatMoney } from '#kit/money.ts'
import type { NewOrderForm, NewOrderStore } from './new-order.store.ts'
import type { FillReport } from './new-order.ts'

interface PastedMessageProps {
  form: NewOrderForm
  /** Of the lines of the form, in minor units. */
  total: number
  newOrder: NewOrderStore
}

export function PastedMessage({ form, total, newOrder }: PastedMessageProps) {
  return (
    <form
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault()
        newOrder.fillFromMessage()
      }}
      className="grid justify-items-start gap-3 rounded-lg border border-line p-4"
    >
      <Field
        label="Paste a message"
        name="message"
        rows={4}
        autoComplete="off"
        hint="Lines such as “Name: …”, “Address: …”, “City: …” and “Phone: …”, a chat such as “2 bottle bhej dein, Multan”, or an order that the shop’s page wrote. Only empty fields are filled in."
        value={form.typed.message ?? ''}
        onChange={(event) => newOrder.type('message', event.currentTarget.value)}
        className="w-full"
      />
      <Button type="submit" isBusy={!form.isEditing}>
        Fill In
      </Button>
      <div role="status" className="grid gap-1">
        {form.fillReport && <Report report={form.fillReport} total={total} />}
      </div>
    </form>
  )
}

function Report({ report, total }: { report: FillReport; total: number }) {
  const { filled, left, unknown } = report
  const hasNothing = filled.length + left.length + unknown.length === 0
  return (
    <>
      {filled.length > 0 && <p>Filled in: {filled.join(', ')}.</p>}
      {left.length > 0 && <p>Typed already, so not changed: {left.join(', ')}.</p>}
      {unknown.length > 0 && (
        <div>
          <p>Not recognized:</p>
          <ul className="list-disc ps-5">
            {[...new Set(unknown)].map((line) => (
              <li key={line}>
                <UntrustedText>{line}</UntrustedText>
              </li>
            ))}
          </ul>
        </div>
      )}
      {report.total !== undefined && report.total !== total && (
        <p>
          The message says {formatMoney(report.total)} in total, and the items cost{' '}
          {formatMoney(total)} today.
        </p>
      )}
      {hasNothing && <p>Nothing new was found in the message.</p>}
    </>
  )
}

import { MARKS, USUAL_UNITS } from '#admin/orders/marks/marks.ts'
import { OrderEditor } from '#desk/order-editor/OrderEditor.tsx'
import { Button } from '#kit/form/Button.tsx'
import { ADDRESS_TABLE } from '#order/address/address.ts'
import { countUnits } from '#order/order-lines.ts'
import { isPakistaniMobile } from '#order/phone.ts'
import { amountText, paymentSums } from '#order/sums.ts'
import { paths } from '#paths.ts'
import type { NewOrderForm, NewOrderStore } from './new-order.store.ts'
import { labelOf, type ReadNewOrder } from './new-order.ts'

interface OrderFormProps {
  form: NewOrderForm
  read: ReadNewOrder
  newOrder: NewOrderStore
}

export function OrderForm({ form, read, newOrder }: OrderFormProps) {
  const { isEditing, problem, takenBy } = form
  return (
    <OrderEditor
      label="New Order"
      editor={newOrder}
      form={form}
      read={read}
      onSave={newOrder.save}
      phoneHint={phoneHint(form.typed.phone)}
      more={(field) => (
        <>
          <SourceChoice form={form} newOrder={newOrder} />
          {field('orderNumber', labelOf('orderNumber'), {
            readOnly: form.pendingId !== undefined,
            autoCapitalize: 'characters',
            spellCheck: false,
            hint: numberHint(form),
          })}
          {field('deviceCode', labelOf('deviceCode'), {
            autoCapitalize: 'characters',
            spellCheck: false,
            hint: 'With it, the customer’s own device can change the order. Empty where the message has none.',
          })}
          {field('note', 'Note', { rows: 2, hint: 'For the shop only: no customer sees it.' })}
        </>
      )}
    >
      <div className="action-bar grid gap-2">
        <div role="alert" className="grid gap-2 text-danger empty:hidden">
          {problem && <p>{problem}</p>}
          {takenBy && <NumberTaken id={takenBy} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Summary read={read} />
          {takenBy && (
            <Button isBusy={!isEditing} onClick={() => void newOrder.saveUnderNewNumber()}>
              Save Under a New Number
            </Button>
          )}
          <Button variant="primary" type="submit" isBusy={!isEditing}>
            {isEditing ? 'Save Order' : 'Saving...'}
          </Button>
        </div>
      </div>
    </OrderEditor>
  )
}

function SourceChoice({ form, newOrder }: { form: NewOrderForm; newOrder: NewOrderStore }) {
  const choices = [
    ['phone', 'By phone'],
    ['whatsapp', 'By WhatsApp'],
  ] as const
  return (
    <fieldset className="flex flex-wrap gap-x-6 sm:col-span-2">
      <legend className="mb-1 font-medium">Source</legend>
      {choices.map(([source, label]) => (
        <label key={source} className="flex min-h-touch items-center gap-3">
          <input
            type="radio"
            name="source"
            checked={(form.source ?? 'phone') === source}
            onChange={() => newOrder.chooseSource(source)}
            className="size-5 accent-forest"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function Summary({ read: { lines, total, advance } }: { read: ReadNewOrder }) {
  const paid = Number.isNaN(advance) ? 0 : Math.min(advance, total)
  const sums = paymentSums({ total, advance: paid })
  return (
    <div className="min-w-0 flex-1 basis-32">
      <p className="flex flex-wrap gap-x-4 tabular-nums">
        {(paid > 0 ? sums : sums.slice(-1)).map((sum) => (
          <span key={sum.name}>
            {sum.label} <strong>{amountText(sum)}</strong>
          </span>
        ))}
      </p>
      {countUnits(lines.items) > USUAL_UNITS && (
        <p className="text-sm text-muted">{MARKS.unusual_quantity.sentence}</p>
      )}
    </div>
  )
}

function NumberTaken({ id }: { id: string }) {
  return (
    <p>
      <a href={paths.adminOrder(id)} target="_blank" rel="noreferrer" className="text-link">
        Order {id}
      </a>{' '}
      has this number already, so this one is not saved. If it is another customer’s order, save
      this one under a new number: everything typed stays.
    </p>
  )
}

function numberHint({ takesNewNumber, pendingId }: NewOrderForm): string {
  if (takesNewNumber) return 'Another order has it. This one gets a new number.'
  return pendingId
    ? 'It stays until it is known whether this order is saved.'
    : 'From the customer’s message, if there is one. Empty for a new number.'
}

function phoneHint(phone = ''): string | undefined {
  const isValid = ADDRESS_TABLE.phone.isValid?.(phone)
  return isValid && !isPakistaniMobile(phone) ? MARKS.not_mobile.sentence : undefined
}

import { type ReactNode, useEffect, useRef } from 'react'
import { MARKS, USUAL_UNITS } from '#admin/order/marks.ts'
import { OrderEditor } from '#admin/order-editor/OrderEditor.tsx'
import { Button } from '#kit/form/Button.tsx'
import { ADDRESS_TABLE } from '#order/address/address.ts'
import { countUnits } from '#order/order-lines.ts'
import { isPakistaniMobile } from '#order/phone.ts'
import { paymentSums } from '#order/sums.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import type { NewOrderForm, NewOrderStore } from './new-order.store.ts'
import { labelOf, type ReadNewOrder } from './new-order.ts'

interface OrderFormProps {
  form: NewOrderForm
  read: ReadNewOrder
  newOrder: NewOrderStore
  /** Stands below the phone. */
  children: ReactNode
}

export function OrderForm({ form, read, newOrder, children }: OrderFormProps) {
  const { isEditing, problem, takenBy } = form
  const isRefused = isEditing && (problem !== undefined || takenBy !== undefined)
  const buttons = useRef<HTMLDivElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)

  // Says why and what to do below a long form. A disabled button loses the focus.
  useEffect(() => {
    if (!isRefused) return
    if (document.activeElement === document.body) saveButton.current?.focus({ preventScroll: true })
    buttons.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefused])

  return (
    <OrderEditor
      label="New Order"
      className="grid gap-8 min-[77.5rem]:grid-cols-[minmax(0,1fr)_22rem] min-[77.5rem]:items-start"
      editor={newOrder}
      form={form}
      read={read}
      onSave={newOrder.save}
      phoneHint={phoneHint(form.typed.phone)}
      belowPhone={children}
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
      <section
        aria-labelledby="summary"
        className="grid gap-5 rounded-lg border border-line p-5 min-[77.5rem]:sticky min-[77.5rem]:top-6"
      >
        <h2 id="summary" className="text-h3">
          Order Summary
        </h2>
        <Summary read={read} />
        <div role="alert" className="grid gap-3 text-danger empty:hidden">
          {problem && <p>{problem}</p>}
          {takenBy && <NumberTaken id={takenBy} />}
        </div>
        <div ref={buttons} className="grid gap-3">
          {takenBy && (
            <Button
              variant="secondary"
              isBusy={!isEditing}
              onClick={() => void newOrder.saveUnderNewNumber()}
            >
              Save Under a New Number
            </Button>
          )}
          <Button ref={saveButton} variant="primary" type="submit" isBusy={!isEditing}>
            {isEditing ? 'Save Order' : 'Saving...'}
          </Button>
        </div>
      </section>
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

function Summary({ read: { lines, purchase, advance } }: { read: ReadNewOrder }) {
  const paid = Number.isNaN(advance) ? 0 : Math.min(advance, purchase.total)
  return (
    <div className="grid gap-3">
      <Sums sums={paymentSums({ total: purchase.total, advance: paid })} />
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

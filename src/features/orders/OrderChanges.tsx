import { useStore } from '@nanostores/react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { ADDRESS_FIELDS, ADDRESS_TABLE, mapFields } from './address.ts'
import { EXTRA_FIELDS, EXTRAS_TABLE } from './extras.ts'
import { useOrders } from './OrderPage.tsx'
import {
  CANCEL_REASONS,
  type CancelReason,
  HELP_KINDS,
  type HelpKind,
  type HelpRequest,
  type Order,
  statusDefinition,
} from './order.ts'
import { createOrderChangesStore, type OrderChangesStore } from './order-changes.store.ts'
import { tokenOf } from './order-key.ts'

const REQUEST_STATES: Record<HelpRequest['state'], string> = {
  open: 'We have your message and will contact you.',
  answered: 'We have answered it.',
  closed: 'It is closed.',
}

interface FormProps {
  order: Order
  store: OrderChangesStore
}

/** What this device may do with its order: change or cancel it until it is booked, then ask for help. */
export function OrderChanges({ order }: { order: Order }) {
  const { show } = useOrders()
  const [store] = useState(() => createOrderChangesStore(show))
  const { message } = useStore(store.$state)
  const isOwn = tokenOf(order.id) !== undefined
  const mayAsk = order.status === 'delivered' && isOwn
  const isTooLate = isOwn && order.booked && !statusDefinition(order.status).isFinal
  return (
    <section aria-label="Your order" className="grid gap-3 empty:hidden">
      {order.mayChange && (
        <>
          <Disclosure title="Change Address or Phone">
            <ChangeForm order={order} store={store} />
          </Disclosure>
          <Disclosure title="Cancel Order">
            <CancelForm order={order} store={store} />
          </Disclosure>
        </>
      )}
      {isTooLate && (
        <p>
          Your order has gone to the courier, so it can no longer be changed here. Please contact
          us.
        </p>
      )}
      {mayAsk && !order.request && (
        <Disclosure title="Damaged or Wrong Item?">
          <HelpForm order={order} store={store} />
        </Disclosure>
      )}
      {order.request && (
        <p className="rounded-md bg-sand p-4">
          You told us: {HELP_KINDS[order.request.kind]}. {REQUEST_STATES[order.request.state]}
        </p>
      )}
      <p role="status" className="empty:hidden">
        {message}
      </p>
    </section>
  )
}

function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-lg border border-line">
      <summary className="flex min-h-touch cursor-pointer items-center px-4 font-semibold">
        {title}
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  )
}

/** Uncontrolled inputs, as in the other forms: a refused change loses nothing that was typed. */
function ChangeForm({ order, store }: FormProps) {
  const { isSaving, problems } = useStore(store.$state)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (field: string) => String(typed.get(field) ?? '')
    const extras = Object.fromEntries(EXTRA_FIELDS.map((field) => [field, text(field)]))
    void store.change(order, mapFields(text), extras)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      {ADDRESS_FIELDS.map((field) => (
        <Field
          key={field}
          {...ADDRESS_TABLE[field].input}
          name={field}
          label={ADDRESS_TABLE[field].label}
          defaultValue={order.shippingAddress[field]}
          required
          error={problems[field]}
        />
      ))}
      {EXTRA_FIELDS.map((field) => (
        <Field
          key={field}
          name={field}
          label={EXTRAS_TABLE[field].label}
          defaultValue={order[field]}
          error={problems[field]}
        />
      ))}
      <Button type="submit" variant="primary" disabled={isSaving} className="sm:col-span-2">
        {isSaving ? 'Saving...' : 'Save Changes'}
      </Button>
    </form>
  )
}

function CancelForm({ order, store }: FormProps) {
  const { isSaving } = useStore(store.$state)
  return (
    <ChoiceForm
      legend="Why do you cancel?"
      choices={CANCEL_REASONS}
      textLabel="Anything else? (optional)"
      maxLength={300}
      onSubmit={(reason: CancelReason, text) => store.cancel(order, reason, text)}
    >
      <Button type="submit" variant="secondary" disabled={isSaving}>
        {isSaving ? 'Cancelling...' : 'Cancel Order'}
      </Button>
    </ChoiceForm>
  )
}

function HelpForm({ order, store }: FormProps) {
  const { isSaving, problems } = useStore(store.$state)
  return (
    <ChoiceForm
      legend="What is wrong? Tell us within three days of the delivery."
      choices={HELP_KINDS}
      textLabel="What do you see?"
      maxLength={1000}
      problem={problems['text']}
      onSubmit={(kind: HelpKind, text) => store.askForHelp(order, kind, text)}
    >
      <Button type="submit" variant="primary" disabled={isSaving}>
        {isSaving ? 'Sending...' : 'Ask for Help'}
      </Button>
    </ChoiceForm>
  )
}

interface ChoiceFormProps<Choice extends string> {
  legend: string
  choices: Record<Choice, string>
  textLabel: string
  /** In characters. */
  maxLength: number
  problem?: string | undefined
  onSubmit: (choice: Choice, text: string) => Promise<void>
  /** The button. */
  children: ReactNode
}

/** One of several choices, the first at the beginning, and a text. */
function ChoiceForm<Choice extends string>({
  legend,
  choices,
  textLabel,
  maxLength,
  problem,
  onSubmit,
  children,
}: ChoiceFormProps<Choice>) {
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    void onSubmit(typed.get('choice') as Choice, String(typed.get('text')))
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <fieldset>
        <legend className="mb-2 font-medium">{legend}</legend>
        {Object.entries<string>(choices).map(([choice, label], nth) => (
          <label key={choice} className="flex min-h-touch items-center gap-3">
            <input
              type="radio"
              name="choice"
              value={choice}
              defaultChecked={nth === 0}
              className="size-5 accent-forest"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Field name="text" label={textLabel} maxLength={maxLength} error={problem} />
      {children}
    </form>
  )
}

import { type InputEvent, type SubmitEvent, useEffect, useRef } from 'react'
import {
  ADDRESS_FIELDS,
  type AddressField,
  type AddressProblems,
  type ShippingAddress,
} from '#features/orders/address.ts'
import { Field } from '#ui/Field.tsx'
import { keepDraft, readDraft } from './draft.ts'
import { problemSentence } from './messages.ts'
import { shippingFields } from './shipping-fields.ts'

export interface ShippingFormProps {
  id: string
  problems: AddressProblems
  onSend: (typed: ShippingAddress) => Promise<void>
  onEdit: (field: AddressField) => void
}

/** The inputs own their words: what was typed or filled in before React came to the page is kept. */
export function ShippingForm({ id, problems, onSend, onEdit }: ShippingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isJustSent = useRef(false)

  useEffect(() => fillIn(form.current, readDraft()), [])

  useEffect(() => {
    const first = ADDRESS_FIELDS.find((field) => problems[field])
    if (first && isJustSent.current) inputOf(form.current, first)?.focus()
    isJustSent.current = false
  }, [problems])

  // Not a form action: React empties the fields after one, and a refused customer must not retype.
  function sendOrder(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = readAddress(event.currentTarget)
    keepDraft(typed)
    isJustSent.current = true
    void onSend(typed)
  }

  function keepTyped(event: InputEvent<HTMLFormElement>): void {
    keepDraft(readAddress(event.currentTarget))
    if (event.target instanceof HTMLInputElement) onEdit(event.target.name as AddressField)
  }

  return (
    <form ref={form} id={id} noValidate onSubmit={sendOrder} onInput={keepTyped}>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-5 font-heading text-h2">Shipping Address</legend>
        {shippingFields.map((field) => {
          const problem = problems[field.name]
          return (
            <Field
              key={field.name}
              {...field}
              required
              error={problem && problemSentence(field.name, problem)}
            />
          )
        })}
      </fieldset>
      <fieldset className="mt-10">
        <legend className="mb-4 font-heading text-h2">Payment Method</legend>
        <label className="flex min-h-touch items-center gap-3 rounded-md border border-edge px-4">
          <input
            type="radio"
            name="paymentMethod"
            defaultChecked
            className="size-5 accent-forest"
          />
          Cash on Delivery
        </label>
      </fieldset>
    </form>
  )
}

function readAddress(form: HTMLFormElement): ShippingAddress {
  const typed = ADDRESS_FIELDS.map((field) => [field, inputOf(form, field)?.value ?? ''])
  return Object.fromEntries(typed) as ShippingAddress
}

/** Leaves alone what somebody has touched already. */
function fillIn(form: HTMLFormElement | null, words: Partial<ShippingAddress>): void {
  for (const field of ADDRESS_FIELDS) {
    const input = inputOf(form, field)
    const word = words[field]
    if (input && word !== undefined && input.value === input.defaultValue) input.value = word
  }
}

function inputOf(form: HTMLFormElement | null, field: AddressField): HTMLInputElement | undefined {
  const element = form?.elements.namedItem(field)
  return element instanceof HTMLInputElement ? element : undefined
}

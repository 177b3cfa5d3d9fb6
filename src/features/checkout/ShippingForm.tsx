import { type InputEvent, type SubmitEvent, useEffect, useRef } from 'react'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressField,
  type AddressProblems,
  mapFields,
  type ShippingAddress,
} from '#features/orders/address.ts'
import { problemSentence } from '#features/orders/problem-sentence.ts'
import { Field } from '#ui/Field.tsx'
import { readDraft, saveDraft } from './draft.ts'

export interface ShippingFormProps {
  id: string
  problems: AddressProblems
  onSend: (typed: ShippingAddress) => Promise<void>
  onEdit: (field: AddressField) => void
}

/** Uncontrolled inputs: text that was typed or filled in before hydration stays. */
export function ShippingForm({ id, problems, onSend, onEdit }: ShippingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isJustSent = useRef(false)

  useEffect(() => fillIn(form.current, readDraft()), [])

  useEffect(() => {
    const first = ADDRESS_FIELDS.find((field) => problems[field])
    if (first && isJustSent.current) inputOf(form.current, first)?.focus()
    isJustSent.current = false
  }, [problems])

  // Not a form action: React empties the fields after one, also where the order was refused.
  function sendOrder(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = readAddress(event.currentTarget)
    saveDraft(typed)
    isJustSent.current = true
    void onSend(typed)
  }

  function saveTyped(event: InputEvent<HTMLFormElement>): void {
    saveDraft(readAddress(event.currentTarget))
    if (event.target instanceof HTMLInputElement) onEdit(event.target.name as AddressField)
  }

  return (
    <form ref={form} id={id} noValidate onSubmit={sendOrder} onInput={saveTyped}>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-5 font-heading text-h2">Shipping Address</legend>
        {ADDRESS_FIELDS.map((field) => {
          const { label, input } = ADDRESS_TABLE[field]
          const problem = problems[field]
          return (
            <Field
              key={field}
              {...input}
              name={field}
              label={label}
              required
              error={problem && problemSentence(field, problem)}
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
  return mapFields((field) => inputOf(form, field)?.value ?? '')
}

/** Leaves inputs alone that were changed already. */
function fillIn(form: HTMLFormElement | null, draft: Partial<ShippingAddress>): void {
  for (const field of ADDRESS_FIELDS) {
    const input = inputOf(form, field)
    const text = draft[field]
    if (input && text !== undefined && input.value === input.defaultValue) input.value = text
  }
}

function inputOf(form: HTMLFormElement | null, field: AddressField): HTMLInputElement | undefined {
  const element = form?.elements.namedItem(field)
  return element instanceof HTMLInputElement ? element : undefined
}

import { type InputEvent, type SubmitEvent, useEffect, useRef } from 'react'
import { Field } from '#kit/form/Field.tsx'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressField,
  type AddressProblems,
  OPTIONAL_FIELDS,
  REQUIRED_FIELDS,
  type ShippingAddress,
} from '#order/address/address.ts'
import { isTextField, readAddress, textFieldOf } from '#order/address/form-fields.ts'
import { ADD_OPTIONAL } from '#order/texts/address-words.ts'
import { problemSentence } from '#order/texts/problem-sentence.ts'
import { AddressLists, listOf } from '#order/view/AddressLists.tsx'
import { inputsOf, useAddressHelp } from '#order/view/useAddressHelp.ts'
import { readDraft, saveDraft } from './draft.ts'
import { fillIn, showField, takeEarlyPress } from './shipping-inputs.ts'

export interface ShippingFormProps {
  id: string
  problems: AddressProblems
  onSend: (typed: Promise<ShippingAddress>) => Promise<void>
  onEdit: (field: AddressField) => void
}

export function ShippingForm({ id, problems, onSend, onEdit }: ShippingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isJustSent = useRef(false)

  // Must run before the help reads what is typed.
  useEffect(() => {
    fillIn(form.current, readDraft())
    // Stands in for requestSubmit(), which Safari has from 16 on.
    const submit = new Event('submit', { bubbles: true, cancelable: true })
    if (takeEarlyPress()) form.current?.dispatchEvent(submit)
  }, [])
  const help = useAddressHelp(inputsOf(form))

  // A field that had the focus before React came sends no event.
  const { onFocus } = help.events
  const focusEarly = useRef(onFocus)
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) focusEarly.current()
  }, [])

  useEffect(() => {
    const first = ADDRESS_FIELDS.find((field) => problems[field])
    if (!first || !isJustSent.current) return
    // Problems come once after a press: at once, or with the response.
    isJustSent.current = false
    const input = textFieldOf(form.current, first)
    if (!input) return
    showField(input)
    input.focus()
  }, [problems])

  // Not a form action: React empties the fields after one, also where the order was refused.
  function sendOrder(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    void onSend(readCompleted(event.currentTarget))
  }

  async function readCompleted(form: HTMLFormElement): Promise<ShippingAddress> {
    await help.complete()
    const typed = readAddress(form)
    saveDraft(typed)
    isJustSent.current = true
    return typed
  }

  function saveTyped(event: InputEvent<HTMLFormElement>): void {
    saveDraft(readAddress(event.currentTarget))
    if (!isTextField(event.target)) return
    onEdit(event.target.name as AddressField)
    help.events.onInput(event)
  }

  function errorOf(field: AddressField): string | undefined {
    const problem = problems[field]
    return problem && problemSentence(field, problem)
  }

  return (
    <form
      ref={form}
      id={id}
      // The browser itself sends such a form nowhere, so no address is ever in a URL.
      method="dialog"
      noValidate
      onSubmit={sendOrder}
      {...help.events}
      onInput={saveTyped}
    >
      <AddressLists cities={help.cities} />
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend suppressHydrationWarning className="mb-5 font-heading text-h2">
          Shipping Address
        </legend>
        {REQUIRED_FIELDS.map((field) => (
          <Field
            key={field}
            {...ADDRESS_TABLE[field].input}
            {...help.hintOf(field)}
            name={field}
            label={ADDRESS_TABLE[field].label}
            list={listOf(field)}
            // A line end is saved as a space.
            rows={field === 'address' ? 2 : undefined}
            required
            error={errorOf(field)}
          />
        ))}
      </fieldset>
      <details className="mt-5 rounded-md border border-edge">
        <summary
          suppressHydrationWarning
          className="min-h-touch cursor-pointer px-4 py-3 font-medium"
        >
          {ADD_OPTIONAL}
        </summary>
        <div className="grid gap-5 px-4 pt-2 pb-5">
          {OPTIONAL_FIELDS.map((field) => (
            <Field
              key={field}
              {...ADDRESS_TABLE[field].input}
              name={field}
              label={ADDRESS_TABLE[field].label}
              error={errorOf(field)}
            />
          ))}
        </div>
      </details>
      <fieldset className="mt-10">
        <legend suppressHydrationWarning className="mb-4 font-heading text-h2">
          Payment Method
        </legend>
        <label className="flex min-h-touch items-center gap-3 rounded-md border border-edge px-4">
          <input
            type="radio"
            name="paymentMethod"
            defaultChecked
            className="size-5 accent-forest"
          />
          <span suppressHydrationWarning>Cash on Delivery</span>
        </label>
      </fieldset>
    </form>
  )
}

import { type FocusEvent, type InputEvent, type SubmitEvent, useEffect, useRef } from 'react'
import { ADDRESS_FIELDS, ADDRESS_TABLE } from '#features/orders/address.ts'
import {
  DELIVERY_FIELDS,
  type DeliveryDetails,
  type DeliveryField,
  type DeliveryProblems,
  EXTRA_FIELDS,
  EXTRAS_TABLE,
} from '#features/orders/extras.ts'
import { problemSentence } from '#features/orders/problem-sentence.ts'
import { Field } from '#ui/Field.tsx'
import { CITY_LIST_ID, fillIn, inputOf, readDetails, showField } from './delivery-form.ts'
import { readDraft, saveDraft } from './draft.ts'
import { useAddressHelp } from './useAddressHelp.ts'

export interface ShippingFormProps {
  id: string
  problems: DeliveryProblems
  onSend: (typed: DeliveryDetails) => Promise<void>
  onEdit: (field: DeliveryField) => void
}

/** Fields that a hint may stand beside. */
const HINTED = { city: '', postalCode: '', phone: '' }

export function ShippingForm({ id, problems, onSend, onEdit }: ShippingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isJustSent = useRef(false)
  const help = useAddressHelp(form)

  useEffect(() => fillIn(form.current, readDraft()), [])

  useEffect(() => {
    const first = DELIVERY_FIELDS.find((field) => problems[field])
    const input = first && isJustSent.current && inputOf(form.current, first)
    if (input) {
      showField(input)
      input.focus()
    }
    isJustSent.current = false
  }, [problems])

  // Not a form action: React empties the fields after one, also where the order was refused.
  function sendOrder(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = readDetails(event.currentTarget)
    saveDraft(typed)
    isJustSent.current = true
    void onSend(typed)
  }

  function saveTyped({ currentTarget, target, nativeEvent }: InputEvent<HTMLFormElement>): void {
    saveDraft(readDetails(currentTarget))
    if (!(target instanceof HTMLInputElement)) return
    onEdit(target.name as DeliveryField)
    help.onEdit(target.name)
    if (target.name === 'city' && isChosen(nativeEvent))
      // After the browser's own autofill, which fills in the other fields next.
      requestAnimationFrame(() => void help.onLeave('city'))
  }

  function leaveField({ target }: FocusEvent<HTMLFormElement>): void {
    if (target instanceof HTMLInputElement && target.name in ADDRESS_TABLE)
      void help.onLeave(target.name)
  }

  function errorOf(field: DeliveryField): string | undefined {
    const problem = problems[field]
    return problem && problemSentence(field, problem)
  }

  return (
    <form
      ref={form}
      id={id}
      noValidate
      onSubmit={sendOrder}
      onInput={saveTyped}
      onFocus={help.onFocus}
      onBlur={leaveField}
    >
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-5 font-heading text-h2">Shipping Address</legend>
        {ADDRESS_FIELDS.map((field) => {
          const error = errorOf(field)
          const hints = error ? HINTED : { ...HINTED, ...help.hints }
          return (
            <Field
              key={field}
              {...ADDRESS_TABLE[field].input}
              name={field}
              label={ADDRESS_TABLE[field].label}
              list={field === 'city' ? CITY_LIST_ID : undefined}
              required
              error={error}
              hint={field in hints ? hints[field as keyof typeof hints] : undefined}
            />
          )
        })}
      </fieldset>
      <details className="mt-5 rounded-md border border-edge">
        <summary className="min-h-touch cursor-pointer px-4 py-3 font-medium">
          Add a landmark, second phone or note
        </summary>
        <div className="grid gap-5 px-4 pt-2 pb-5">
          {EXTRA_FIELDS.map((field) => (
            <Field
              key={field}
              name={field}
              label={EXTRAS_TABLE[field].label}
              type={field === 'secondPhone' ? 'tel' : 'text'}
              autoComplete="off"
              error={errorOf(field)}
            />
          ))}
        </div>
      </details>
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

/** Whether a suggestion was chosen. Chromium sends a plain event for that, Firefox names it. */
function isChosen(event: Event): boolean {
  const inputType = 'inputType' in event ? event.inputType : undefined
  return inputType === undefined || inputType === 'insertReplacementText'
}

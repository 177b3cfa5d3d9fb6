import { useStore } from '@nanostores/react'
import { type SubmitEvent, useRef } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { Field, useFocusOnInvalid } from '#kit/form/Field.tsx'
import { ADDRESS_FIELDS, ADDRESS_TABLE } from '#order/address/address.ts'
import { readAddress } from '#order/address/form-fields.ts'
import { AddressLists, listOf } from '#order/view/AddressLists.tsx'
import { inputsOf, useAddressHelp } from '#order/view/useAddressHelp.ts'
import type { OrderFormProps } from './order-changes.store.ts'

/** Uncontrolled inputs, as in the other forms: a refused change loses nothing that was typed. */
export function ChangeForm({ order, store }: OrderFormProps) {
  const submission = useStore(store.$submission)
  const isSaving = submission.state === 'sending'
  const problems = submission.state === 'refused' ? submission.problems : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusOnInvalid(form, problems)
  const help = useAddressHelp(inputsOf(form))

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { currentTarget } = event
    void store.change(
      order,
      help.complete().then(() => readAddress(currentTarget)),
    )
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      {...help.events}
      className="grid gap-5 sm:grid-cols-2"
    >
      <AddressLists cities={help.cities} />
      {ADDRESS_FIELDS.map((field) => (
        <Field
          key={field}
          {...ADDRESS_TABLE[field].input}
          {...help.hintOf(field)}
          list={listOf(field)}
          name={field}
          label={ADDRESS_TABLE[field].label}
          defaultValue={order.shippingAddress[field]}
          required={!ADDRESS_TABLE[field].isOptional}
          error={problems?.[field]}
        />
      ))}
      {!order.booked && (
        <Button type="submit" variant="primary" isBusy={isSaving} className="sm:col-span-2">
          {isSaving ? 'Saving...' : 'Save Changes'}
        </Button>
      )}
    </form>
  )
}

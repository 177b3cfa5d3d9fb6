import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { Field as InputField, useFocusOnInvalid } from '#kit/form/Field.tsx'
import { ADDRESS_FIELDS, ADDRESS_TABLE, mapFields } from '#order/address/address.ts'
import { AddressLists, listOf } from '#order/view/AddressLists.tsx'
import { useAddressHelp } from '#order/view/useAddressHelp.ts'
import type { Field, Problems, Texts } from './contents.ts'

/** A field of the form, with more attributes of its input. */
type ShowField = (name: Field, label: string, more?: object) => ReactNode

interface OrderEditorProps {
  label: string
  className: string
  /** As they are when it is called, which may be before they are shown. */
  readTexts: () => Texts
  problems: Problems
  /** How often the form was validated. Each time, the first invalid field gets the focus. */
  checks: number
  onType: (name: Field, text: string) => void
  /** Once the address is completed. */
  onSave: () => Promise<void>
  children: (field: ShowField) => ReactNode
}

/** The form of what an order contains. */
export function OrderEditor(props: OrderEditorProps) {
  const { label, className, readTexts, problems, checks, onType, onSave, children } = props
  const form = useRef<HTMLFormElement>(null)
  const texts = readTexts()
  const help = useAddressHelp({ read: () => mapFields((name) => readTexts()[name]), write: onType })

  useFocusOnInvalid(form, checks)

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    await help.complete()
    await onSave()
  }

  return (
    <form
      ref={form}
      aria-label={label}
      noValidate
      onSubmit={(event) => void save(event)}
      {...help.events}
      className={className}
    >
      <AddressLists cities={help.cities} />
      {children((name, text, more) => (
        <InputField
          key={name}
          {...help.hintOf(name)}
          list={listOf(name)}
          {...more}
          label={text}
          name={name}
          autoComplete="off"
          value={texts[name]}
          error={problems[name]}
          onChange={(event) => onType(name, event.currentTarget.value)}
        />
      ))}
    </form>
  )
}

interface AddressFieldsProps {
  field: ShowField
  /** More attributes of the phone's input. */
  phone?: object
  /** Stands below the phone. */
  children?: ReactNode
}

/** All fields of the address, in two columns. */
export function AddressFields({ field, phone, children }: AddressFieldsProps) {
  return ADDRESS_FIELDS.map((name) => {
    const { label, input } = ADDRESS_TABLE[name]
    const { type, inputMode, className } = input
    if (name !== 'phone') return field(name, label, { type, inputMode, className })
    return (
      <div key={name} className="grid gap-2 sm:col-span-2">
        {field(name, label, { type, inputMode, ...phone })}
        {children}
      </div>
    )
  })
}

export const ADVANCE = { inputMode: 'decimal', hint: 'Before delivery. Empty for none.' }

import { type ReactNode, useEffect, useRef } from 'react'
import { Field } from '#kit/form/Field.tsx'
import { listOf } from '#order/view/AddressLists.tsx'
import type { AddressHelp } from '#order/view/useAddressHelp.ts'

interface FormFieldsOptions<Name extends string> {
  texts: Record<Name, string>
  problems: Partial<Record<Name, string>>
  /** How often the form was validated. Each time, the first invalid field gets the focus. */
  checks: number
  onType: (name: Name, text: string) => void
  help: AddressHelp
}

/** The fields of a form of the admin, and the ref of the form that they are in. */
export function useFormFields<Name extends string>(options: FormFieldsOptions<Name>) {
  const { texts, problems, checks, onType, help } = options
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (checks > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [checks])

  function field(name: Name, label: string, more: object = {}): ReactNode {
    return (
      <Field
        key={name}
        {...help.hintOf(name)}
        list={listOf(name)}
        {...more}
        label={label}
        name={name}
        autoComplete="off"
        value={texts[name]}
        error={problems[name]}
        onChange={(event) => onType(name, event.currentTarget.value)}
      />
    )
  }

  return { form, field }
}

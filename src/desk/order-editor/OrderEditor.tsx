import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { Field as InputField, useFocusOnInvalid } from '#kit/form/Field.tsx'
import { ADDRESS_FIELDS, ADDRESS_TABLE, mapFields } from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import { AddressLists, listOf } from '#order/view/AddressLists.tsx'
import { useAddressHelp } from '#order/view/useAddressHelp.ts'
import type { Editor } from './editor.store.ts'
import { LineFields } from './LineFields.tsx'
import type { ContentField, ReadContents } from './typed-contents.ts'

/** A field of the form, with more attributes of its input. */
type ShowField = (name: ContentField, label: string, more?: object) => ReactNode

interface OrderEditorProps {
  label: string
  editor: Pick<Editor, 'texts' | 'type' | 'typeLine'>
  form: ReturnType<Editor['$form']['get']>
  read: Pick<ReadContents, 'lines' | 'problems'>
  /** The order that is corrected. */
  saved?: Order
  /** Once the address is completed. */
  onSave: () => Promise<void>
  phoneHint?: string | undefined
  /** Fields beside the advance. */
  more?: (field: ShowField) => ReactNode
  /** Sums and buttons. */
  children: ReactNode
}

const LEGEND = 'mb-3 font-heading text-h3'

/** The form of what an order contains: of a new one, and of one that is corrected. */
export function OrderEditor(props: OrderEditorProps) {
  const { label, editor, form, read, saved, onSave, more, children } = props
  const { checks } = form
  const element = useRef<HTMLFormElement>(null)
  const texts = editor.texts()
  const problems = { ...(checks > 0 && read.problems), ...form.refused }
  const help = useAddressHelp({
    // As they are when it is called, which may be before they are shown.
    read: () => mapFields((name) => editor.texts()[name]),
    write: editor.type,
  })

  useFocusOnInvalid(element, checks)

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    await help.complete()
    await onSave()
  }

  const field: ShowField = (name, text, attributes) => (
    <InputField
      key={name}
      {...help.hintOf(name)}
      list={listOf(name)}
      {...attributes}
      label={text}
      name={name}
      autoComplete="off"
      value={texts[name]}
      error={problems[name]}
      onChange={(event) => editor.type(name, event.currentTarget.value)}
    />
  )
  // A replacement has no price.
  const hasPrices = !saved?.replaces
  return (
    <form
      ref={element}
      aria-label={label}
      noValidate
      onSubmit={(event) => void save(event)}
      {...help.events}
      className="flex flex-col gap-6"
    >
      <AddressLists cities={help.cities} />
      <div className="grid gap-8">
        {hasPrices && (
          <fieldset className="grid gap-4">
            <legend className={LEGEND}>Items</legend>
            <LineFields editor={editor} form={form} read={read.lines} saved={saved?.items} />
          </fieldset>
        )}
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className={LEGEND}>Shipping Address</legend>
          {ADDRESS_FIELDS.map((name) => {
            const { label: text, input } = ADDRESS_TABLE[name]
            const { type, inputMode, className: size } = input
            const hint = name === 'phone' && props.phoneHint && { hint: props.phoneHint }
            const className = name === 'phone' ? 'sm:col-span-2' : size
            return field(name, text, { type, inputMode, className, ...hint })
          })}
        </fieldset>
        {hasPrices && (
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className={LEGEND}>{more ? 'About the Order' : 'Payment'}</legend>
            {more?.(field)}
            {field('advance', 'Advance Paid', {
              inputMode: 'decimal',
              hint: 'Before delivery. Empty for none.',
            })}
          </fieldset>
        )}
      </div>
      {children}
    </form>
  )
}

import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import type { Courier } from '#admin/parcels/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field, useFocusOnInvalid } from '#kit/form/Field.tsx'
import type { CourierEditor } from './courier-editor.store.ts'
import {
  type CourierTexts,
  courierTexts,
  FORMAT_NAMES,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
  SHEET_NAMES,
} from './courier-form.ts'
import { SaveRefusal } from './SaveRefusal.tsx'

interface CourierFormProps {
  /** Undefined for a new one. */
  courier: Courier | undefined
  editor: CourierEditor
}

/** Name, tracking link and files of a courier. */
export function CourierForm({ courier, editor }: CourierFormProps) {
  const submission = useStore(editor.saving.$submission)
  // What is typed stays where the courier changes meanwhile.
  const [texts, setTexts] = useState(() => courierTexts(courier))
  const form = useRef<HTMLFormElement>(null)
  const problems = submission.state === 'refused' ? submission.problems : undefined
  useFocusOnInvalid(form, problems)
  const isBusy = submission.state === 'sending'

  function type(field: keyof CourierTexts, text: string): void {
    setTexts({ ...texts, [field]: text })
    editor.saving.clear(field)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={courier ? `Courier ${courier.name}` : 'New courier'}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void editor.save(texts)
      }}
    >
      <p className="max-w-prose text-muted">
        Only the name is needed. Each other part says where the courier has it, and what does not
        work without it; it can be added later.
      </p>
      <Field
        label="Name of the courier"
        name="courierName"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        hint="As customers read it on their order’s page and in messages."
        value={texts.name}
        error={problems?.name}
        onChange={(event) => type('name', event.currentTarget.value)}
      />
      <Field
        label="Tracking link"
        name="trackingUrl"
        type="url"
        dir="ltr"
        autoComplete="off"
        maxLength={MAX_URL_LENGTH}
        hint="Open the courier’s page about one of your parcels, copy its address, and write {number} in place of the number in it. Left empty, as for a rider of your own, customers see the number and no link."
        value={texts.trackingUrl}
        error={problems?.trackingUrl}
        onChange={(event) => type('trackingUrl', event.currentTarget.value)}
      />
      <Select
        label="File that you send"
        className="max-w-md"
        hint="Its columns are those of the sample in the courier’s portal, where many parcels are booked at once (“Bulk upload”, “Bulk booking”). Columns of our own are set below, once the courier is saved. A rider of your own needs no file."
        value={texts.sheet}
        options={optionsOf(SHEET_NAMES)}
        onChange={(sheet) => type('sheet', sheet)}
      />
      <Select
        label="Files that come back"
        className="max-w-md"
        hint="What the portal lets you download about payments and about the state of parcels. If the courier is not in the list, the first import asks once what each of its words means."
        value={texts.format}
        options={optionsOf(FORMAT_NAMES)}
        onChange={(format) => type('format', format)}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" isBusy={isBusy}>
          Save Courier
        </Button>
        <Button isBusy={isBusy} onClick={() => editor.edit(undefined)}>
          Cancel
        </Button>
      </div>
      <SaveRefusal saving={editor.saving} />
    </form>
  )
}

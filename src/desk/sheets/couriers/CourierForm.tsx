import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { Courier } from '#admin/parcels/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field, useFocusOnInvalid } from '#kit/form/Field.tsx'
import { optionsOf, Select } from '#kit/form/Select.tsx'
import type { CourierEditor } from './courier-editor.store.ts'
import {
  type CourierTexts,
  courierTexts,
  FORMAT_NAMES,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
  SHEET_NAMES,
  triedLink,
} from './courier-form.ts'
import { SaveRefusal } from './SaveRefusal.tsx'

interface CourierFormProps {
  /** Undefined for a new one. */
  courier: Courier | undefined
  editor: CourierEditor
}

/** Name, tracking link and sheet of a courier, with a trial of the link. */
export function CourierForm({ courier, editor }: CourierFormProps) {
  const submission = useStore(editor.saving.$submission)
  // What is typed stays where the courier changes meanwhile.
  const [texts, setTexts] = useState(() => courierTexts(courier))
  const form = useRef<HTMLFormElement>(null)
  const problems = submission.state === 'refused' ? submission.problems : undefined
  useFocusOnInvalid(form, problems)
  const isBusy = submission.state === 'sending'

  function type(part: Partial<CourierTexts>): void {
    setTexts({ ...texts, ...part })
    for (const field of Object.keys(part) as (keyof CourierTexts)[]) editor.saving.clear(field)
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
      <Field
        label="Name of the courier"
        name="courierName"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={texts.name}
        error={problems?.name}
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <Field
        label="Tracking link"
        name="trackingUrl"
        type="url"
        dir="ltr"
        autoComplete="off"
        maxLength={MAX_URL_LENGTH}
        hint="The courier’s page about a parcel, with {number} for the tracking number. Empty for a rider of your own: customers then see no link."
        value={texts.trackingUrl}
        error={problems?.trackingUrl}
        onChange={(event) => type({ trackingUrl: event.currentTarget.value })}
      />
      <LinkTrial trackingUrl={texts.trackingUrl} />
      <Select
        label="Sheet"
        className="max-w-xs"
        value={texts.sheet}
        options={optionsOf(SHEET_NAMES)}
        onChange={(sheet) => type({ sheet })}
      />
      <Select
        label="Files that come back"
        className="max-w-xs"
        value={texts.format}
        options={optionsOf(FORMAT_NAMES)}
        onChange={(format) => type({ format })}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" isBusy={isBusy}>
          Save Courier
        </Button>
        <Button variant="secondary" isBusy={isBusy} onClick={() => editor.edit(undefined)}>
          Cancel
        </Button>
      </div>
      <SaveRefusal saving={editor.saving} />
    </form>
  )
}

/** Opens the page that customers would see. */
function LinkTrial({ trackingUrl }: { trackingUrl: string }) {
  const [number, setNumber] = useState('')
  const link = triedLink(trackingUrl, number)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label="A real tracking number"
        name="triedNumber"
        dir="ltr"
        autoComplete="off"
        maxLength={64}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="text-link inline-flex min-h-touch items-center"
        >
          Try it
        </a>
      )}
    </div>
  )
}

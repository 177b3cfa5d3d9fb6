import { type SubmitEvent, useState } from 'react'
import { courierName } from '#admin/order/couriers.ts'
import { cityResolver } from '#desk/sheets/city-resolver.ts'
import { Button } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Field } from '#kit/form/Field.tsx'
import { cleanText } from '#kit/text.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import type { AskedCities, BatchFileStore } from './batch-file.store.ts'

interface UnknownCitiesProps {
  view: AskedCities
  file: BatchFileStore
}

/** Asks for the courier's name of each unknown city. Without a list of the courier's any name is taken. */
export function UnknownCities({ view, file }: UnknownCitiesProps) {
  const { unknown, cities, batch } = view
  const [missing, setMissing] = useState<readonly string[]>([])
  const hasList = cities.length > 0
  const toCity = hasList ? cityResolver(cities) : (typed: string) => cleanText(typed) || undefined

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const choices = new Map<string, string | null>()
    for (const [nth, { place }] of unknown.entries()) {
      const name = toCity(String(form.get(`city-${nth}`) ?? ''))
      if (form.has(`leave-out-${nth}`)) choices.set(place, null)
      else if (name !== undefined) choices.set(place, name)
    }
    const open = unknown.filter(({ place }) => !choices.has(place))
    setMissing(open.map(({ place }) => place))
    const [first] = open
    if (!first) void file.make(batch, choices)
    else {
      const field = event.currentTarget.elements.namedItem(`city-${unknown.indexOf(first)}`)
      if (field instanceof HTMLInputElement) field.focus()
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid max-w-2xl gap-5 rounded-lg bg-sand p-4">
      <h2 className="text-h3">
        {hasList
          ? `Which city in the list of ${courierName(batch.courier)}?`
          : `How does ${courierName(batch.courier)} write these cities?`}
      </h2>
      <p>
        {hasList ? 'These cities are not in the courier’s list.' : 'The shop does not know them.'}{' '}
        What you choose is remembered for the next files.
      </p>
      <datalist id="courier-cities">
        {cities.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
      {unknown.map(({ city, place, address, ids }, nth) => (
        <fieldset key={place} className="grid gap-2 border-t border-line pt-4">
          <legend className="float-start w-full">
            <span className="font-semibold">
              <UntrustedText>{city}</UntrustedText>
            </span>
            <span className="text-sm text-muted">{ids.join(', ')}</span>
          </legend>
          <p className="text-sm text-muted">
            <UntrustedText>{address}</UntrustedText>
          </p>
          <Field
            label={hasList ? 'City in the courier’s list' : 'City'}
            defaultValue={hasList ? '' : city}
            name={`city-${nth}`}
            list="courier-cities"
            autoComplete="off"
            error={
              missing.includes(place)
                ? `Please ${hasList ? 'choose a city of the list' : 'enter a city'}`
                : undefined
            }
          />
          <Checkbox name={`leave-out-${nth}`} labelClass="inline-flex">
            Leave out of this file
          </Checkbox>
        </fieldset>
      ))}
      <Button variant="primary" type="submit" className="justify-self-start">
        Make the file
      </Button>
    </form>
  )
}

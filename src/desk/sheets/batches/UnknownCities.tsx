import { type SubmitEvent, useState } from 'react'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { courierName } from '#admin/parcels/couriers.ts'
import { cityResolver } from '#desk/sheets/city-resolver.ts'
import type { UnknownCity } from '#desk/sheets/courier-sheet.ts'
import { Button } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Field } from '#kit/form/Field.tsx'
import { cleanText } from '#kit/text.ts'
import type { BatchFileStore, FileView } from './batch-file.store.ts'

interface UnknownCitiesProps {
  view: Extract<FileView, { step: 'cities' }>
  file: BatchFileStore
}

/** Asks for the courier's name of each unknown city. Without a list of the courier's any name is taken. */
export function UnknownCities({ view, file }: UnknownCitiesProps) {
  const { unknown, cities, batch } = view
  const [missing, setMissing] = useState<readonly string[]>([])
  const hasList = cities.length > 0
  const toCity = hasList ? cityResolver(cities) : (typed: string) => cleanText(typed) || undefined
  const courier = courierName(batch.courier)

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
      <h2 className="text-h3">To which city does {courier} send it?</h2>
      <p>
        {hasList
          ? `The list of ${courier} doesn’t have the city that the customer typed, or has several that it may be.`
          : `${courier} has no list of cities here, and the shop doesn’t know for certain which city the customer means.`}{' '}
        Choose the city that shall stand in the file. It is remembered for this spelling: the next
        files have it without a question.
      </p>
      <datalist id="courier-cities">
        {cities.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
      {unknown.map((asked, nth) => (
        <UnknownCityFields
          key={asked.place}
          asked={asked}
          nth={nth}
          hasList={hasList}
          isMissing={missing.includes(asked.place)}
          onName={() => setMissing((all) => all.filter((place) => place !== asked.place))}
        />
      ))}
      <Button variant="primary" type="submit" className="justify-self-start">
        Make the file
      </Button>
    </form>
  )
}

interface UnknownCityFieldsProps {
  asked: UnknownCity
  nth: number
  hasList: boolean
  isMissing: boolean
  /** Called at each change of the name. */
  onName: () => void
}

/** The field is empty: what the customer typed is read before it is taken. */
function UnknownCityFields({
  asked: { city, address, near, ids },
  nth,
  hasList,
  isMissing,
  onName,
}: UnknownCityFieldsProps) {
  const [name, setName] = useState('')
  const change = (changed: string) => {
    setName(changed)
    onName()
  }
  const typed = cleanText(city)
  const proposals = [...new Set([...near, ...(hasList ? [] : [typed])])].map((proposed) => ({
    label: proposed === typed ? `${typed}, as typed` : proposed,
    onTake: () => change(proposed),
  }))
  return (
    <fieldset className="grid gap-2 border-t border-line pt-4">
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
        name={`city-${nth}`}
        value={name}
        onChange={(event) => change(event.currentTarget.value)}
        list="courier-cities"
        autoComplete="off"
        hint={proposals.length > 0 ? 'Perhaps one of these:' : ''}
        proposals={proposals}
        error={
          isMissing
            ? `Please ${hasList ? 'choose a city of the list' : 'choose or enter a city'}`
            : undefined
        }
      />
      <Checkbox name={`leave-out-${nth}`} labelClass="inline-flex">
        Leave out of this file
      </Checkbox>
    </fieldset>
  )
}

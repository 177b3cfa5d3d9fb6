import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { findCourier } from '#admin/order/couriers.ts'
import { FileField } from '#desk/files/FileField.tsx'
import { Button } from '#kit/form/Button.tsx'
import { createSubmit } from '#kit/form/submit.ts'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { ColumnEditor } from './ColumnEditor.tsx'
import type { CourierSettingsStore } from './courier-settings.store.ts'
import { type CourierSettings, settingsFor } from './courier-settings.ts'
import { SaveMessage } from './SaveMessage.tsx'

interface Props {
  courier: string
  store: CourierSettingsStore
}

/** What is set once for a courier: its city list, names of cities, and the columns of its sheet. */
export function CourierSettingsForm({ courier, store }: Props) {
  return (
    <section aria-labelledby="courier-settings" className="grid gap-4">
      <h2 id="courier-settings" className="text-h3">
        Settings for {findCourier(courier)?.name}
      </h2>
      <RemoteView remote={store} name="settings of couriers">
        {(saved) => {
          const settings = settingsFor(saved, courier)
          return (
            <div className="grid gap-8">
              <CityList settings={settings} store={store} />
              <details onToggle={() => void store.loadSample()}>
                <summary className="min-h-touch cursor-pointer py-2 font-semibold">
                  Columns of the file ({settings.columns.length})
                </summary>
                <ColumnEditor settings={settings} store={store} />
              </details>
            </div>
          )
        }}
      </RemoteView>
    </section>
  )
}

function CityList({ settings, store }: { settings: CourierSettings; store: CourierSettingsStore }) {
  const { courier, cities, cityNames } = settings
  const names = Object.entries(cityNames)
  const [saving] = useState(() => createSubmit('Error saving the cities of a courier'))
  const isBusy = useStore(saving.$submission).state === 'sending'
  return (
    <div className="grid gap-3">
      <p className="max-w-prose">
        {cities.length > 0
          ? `The city list has ${cities.length} names, from ${cities[0]} to ${cities.at(-1)}.`
          : 'There is no city list, so the file has the shop’s own names of cities. Couriers refuse names that they do not know.'}
      </p>
      <FileField
        label="City list, XLSX or CSV"
        onFile={(file) => void saving.submit(() => store.upload(courier, file))}
      />
      <SaveMessage $submission={saving.$submission} />
      {names.length > 0 && (
        <details>
          <summary className="min-h-touch cursor-pointer py-2 font-semibold">
            Names chosen for cities ({names.length})
          </summary>
          <ul className="grid max-w-md gap-1">
            {names.map(([typed, city]) => (
              <li key={typed} className="flex items-center justify-between gap-3">
                <span className="min-w-0">
                  <UntrustedText>{`${typed} → ${city}`}</UntrustedText>
                </span>
                <Button
                  variant="quiet"
                  isBusy={isBusy}
                  about={typed}
                  onClick={() => {
                    const rest = Object.fromEntries(names.filter(([name]) => name !== typed))
                    const change = { cityNames: rest }
                    void saving.submit(() => store.save(courier, change, 'The name was removed.'))
                  }}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

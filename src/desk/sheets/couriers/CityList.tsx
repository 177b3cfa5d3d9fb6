import { useStore } from '@nanostores/react'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { FileButton } from '#desk/files/FileButton.tsx'
import { Button } from '#kit/form/Button.tsx'
import type { SettingsProps } from './courier-settings.store.ts'
import { SaveRefusal } from './SaveRefusal.tsx'

/** The courier's own list of cities, from a file, and the names in it that were chosen for what customers typed. */
export function CityList({ settings, store }: SettingsProps) {
  const { courier, cities, cityNames } = settings
  const names = Object.entries(cityNames)
  const isBusy = useStore(store.saving.$submission).state === 'sending'
  return (
    <div className="grid gap-3">
      <p className="max-w-prose">
        {cities.length > 0
          ? `The city list has ${cities.length} names, from ${cities[0]} to ${cities.at(-1)}.`
          : 'There is no city list, so the file has the shop’s own names of cities. Couriers refuse names that they do not know.'}{' '}
        The courier’s portal has it as a file, mostly beside the sample of its bulk upload
        (“Operational cities”). A rider of your own needs none.
      </p>
      <FileButton
        label="Choose its city list"
        className="justify-self-start"
        onFile={(file) => void store.upload(courier, file)}
      />
      <SaveRefusal saving={store.saving} />
      {/* One that was opened stays so while it has no name: Undo brings the last one back. */}
      <details hidden={names.length === 0}>
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
                onClick={() => void store.removeName(courier, typed, city)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
